import { escapeInvisible } from '@vaultwright/base'
import { printName } from '@vaultwright/registry'
import { useCallback, useMemo } from 'react'
import { Provenance } from '../../part/band/provenance.tsx'
import { Badge } from '../../part/verdict.tsx'
import type { Meaning } from '../analysis/question.ts'
import type { LeafRow } from '../state/open-tree.ts'
import type { LeafLine } from './group-rows.ts'
import styles from './virtual-grid.module.css'
import { type GridLine, VirtualGrid } from './virtual-grid.tsx'

const head = ['Slot', 'Description', 'Function', 'Target', 'Protocol']

/** Every leaf that a search left, of any number. */
export function LeafTable(props: {
  readonly lines: readonly LeafLine[]
  readonly meaning: Meaning | null
  readonly slot: number | null
  readonly choose: (slot: number) => void
  readonly enter: () => void
}) {
  const { lines, meaning, slot, choose, enter } = props
  const chosen = useMemo(
    () => lines.findIndex((line) => line.kind === 'leaf' && line.row.slot === slot),
    [lines, slot],
  )
  const lineOf = useCallback(
    (index: number) => gridLineOf(lines[index]!, meaning),
    [lines, meaning],
  )
  if (lines.length === 0)
    return (
      <p className={`sheet ${styles.none}`}>No leaf meets this search. Try a part of an address.</p>
    )
  return (
    <VirtualGrid
      name="Leaves"
      head={head}
      columns="leaves"
      count={lines.length}
      isRow={(index) => lines[index]!.kind === 'leaf'}
      lineOf={lineOf}
      chosen={chosen}
      choose={(index) => {
        const line = lines[index]
        if (line?.kind === 'leaf') choose(line.row.slot)
      }}
      enter={enter}
    />
  )
}

function gridLineOf(line: LeafLine, meaning: Meaning | null): GridLine {
  if (line.kind === 'leaf') return { kind: 'row', cells: cellsOf(line.row, meaning) }
  const title = (
    <>
      <span className={styles.text}>{escapeInvisible(line.title)}</span>{' '}
      <Badge>{line.count.toLocaleString('en')}</Badge>
    </>
  )
  return { kind: 'group', title }
}

function cellsOf({ slot, leaf }: LeafRow, meaning: Meaning | null) {
  const description = escapeInvisible(leaf.description)
  const signature = escapeInvisible(leaf.signature)
  const name = meaning?.names[leaf.target.toLowerCase()]
  return [
    <span key="slot" className={styles.number}>
      {slot}
    </span>,
    <>
      <span className={styles.text} title={description}>
        {description || <span className="soft">no description</span>}
      </span>
      {leaf.canSendValue ? <Badge tone="look">value</Badge> : null}
      {isDrone(leaf.description) ? <Badge>drone</Badge> : null}
    </>,
    <>
      <code className={styles.text} title={signature}>
        {signature.split('(', 1)[0] || leaf.selector}
      </code>
      <span className="soft">{leaf.arguments.length} bound</span>
    </>,
    <>
      {name === undefined ? null : (
        <>
          <span className={styles.text}>{printName(name)}</span>
          <Provenance source={name.source} />
        </>
      )}
      <code title={leaf.target}>
        {leaf.target.slice(0, 6)}…{leaf.target.slice(-4)}
      </code>
    </>,
    <ProtocolName key="protocol" slot={slot} meaning={meaning} />,
  ]
}

function ProtocolName(props: { readonly slot: number; readonly meaning: Meaning | null }) {
  const { slot, meaning } = props
  if (meaning === null) return <span className="soft">…</span>
  const protocol = meaning.protocols[slot] ?? null
  if (protocol === null) return <span className="soft">not known</span>
  return <span className={styles.text}>{protocol}</span>
}

function isDrone(description: string): boolean {
  return description.startsWith('(Drone: ')
}
