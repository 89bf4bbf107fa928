import { escapeInvisible } from '@vaultwright/base'
import type { ReactNode } from 'react'
import { Hash } from '../part/hash.tsx'
import { Stat, Stats } from '../part/stat.tsx'
import { Verdict } from '../part/verdict.tsx'
import type { Meaning } from './analysis/question.ts'
import type { OpenTree } from './state/open-tree.ts'
import styles from './tree.module.css'

const count = (value: number) => value.toLocaleString('en')

/** Contradictions that are spelled out before they are counted. */
const maxContradictions = 5

/** The summary of a tree as a whole. */
export function TreeHead(props: { readonly tree: OpenTree; readonly meaning: Meaning | null }) {
  const { tree, meaning } = props
  const { file, rows } = tree
  const { capacity } = file.tree.tree
  const targets = new Set(rows.map(({ leaf }) => leaf.target)).size
  const functions = new Set(rows.map(({ leaf }) => leaf.signature)).size
  const decoders = new Set(rows.map(({ leaf }) => leaf.decoder)).size
  const warnings = meaning?.findings.filter(({ severity }) => severity !== 'info').length
  return (
    <div className={styles.headArea}>
      <Stats>
        <Stat name="Leaves" value={count(rows.length)} unit={`in ${count(capacity)} slots`} />
        <Stat name="Targets" value={count(targets)} />
        <Stat name="Functions" value={count(functions)} />
        <Stat name="Decoders" value={count(decoders)} />
        <Stat
          name="To look at"
          value={warnings === undefined ? '…' : count(warnings)}
          unit="findings"
        />
        <Stat name="Proof" value={String(Math.log2(capacity))} unit="hashes each" />
      </Stats>
      <RootLine name="Root">
        <Hash value={tree.root} />
      </RootLine>
    </div>
  )
}

/** The verdict whether the tree is what it says it is. */
export function TreeVerdict({ tree }: { readonly tree: OpenTree }) {
  const { contradictions, root, rows, ms } = tree
  if (contradictions.length === 0)
    return (
      <Verdict title="Sound, verified here">
        <p>
          Rebuilt here from {count(rows.length)} leaves in {ms.toFixed(0)} ms; the root is the one
          that the file states.
        </p>
        <RootLine name="Root">
          <Hash value={root} />
        </RootLine>
      </Verdict>
    )
  const remainder = contradictions.length - maxContradictions
  return (
    <Verdict tone="bad" title="The tree contradicts what is stated of it">
      <ul>
        {contradictions.slice(0, maxContradictions).map(({ message, leaf }) => (
          <li key={`${leaf} ${message}`}>{escapeInvisible(message)}</li>
        ))}
      </ul>
      {remainder > 0 ? <p>and {count(remainder)} more; all of them are in the findings.</p> : null}
      <RootLine name="Rebuilt root">
        <Hash value={root} />
      </RootLine>
      <RootLine name="Stated root">
        <Hash value={tree.file.metadata.root} />
      </RootLine>
    </Verdict>
  )
}

function RootLine({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <p className={styles.rootLine}>
      <span className="soft">{name}</span> {children}
    </p>
  )
}
