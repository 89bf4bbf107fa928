import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { Hash } from '../../part/hash.tsx'
import parts from '../../part/part.module.css'
import { Empty, Failure, NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { momentText } from '../../part/text/moment-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { BookName } from '../../session/book/book-name.tsx'
import { storedTreeText } from '../../tree/state/stored-tree.ts'
import { type RootLine, type RootStep, rootPairOf } from '../root-line/root-line.ts'
import { DiffLink, TreeLink } from '../root-line/tree-link.tsx'
import { RiskCell } from './risk-cell.tsx'
import { useRootRisks } from './use-attention.ts'

/** A vault with the roots of its strategists. */
export type VaultRoots = {
  readonly chain: string
  readonly address: string
  readonly name: string
  readonly lines: readonly RootLine[]
}

type RootRow = { readonly vault: VaultRoots; readonly line: RootLine; readonly step: RootStep }

/** Rows that are shown at a time: the ways out of each are asked for. */
const shownAtOnce = 20

/** The roots of vaults with their stored trees, to compare two of a strategist and to keep a tree. */
export function RootTable(props: {
  readonly vaults: readonly VaultRoots[]
  /** True in a list over all vaults: each row names its vault, and roots without a tree are left out. */
  readonly isOfAll?: boolean
}) {
  const { vaults, isOfAll = false } = props
  const [chosen, setChosen] = useState<readonly RootRow[]>([])
  const [count, setCount] = useState(shownAtOnce)
  const [error, setError] = useState<unknown>(null)
  const rows = rowsOf(vaults).filter(({ step }) => !isOfAll || step.leafCount !== null)
  const shown = rows.slice(0, count)
  const { risks } = useRootRisks(
    shown.filter(({ step }) => step.leafCount !== null).map(({ step }) => step.root),
  )
  if (rows.length === 0)
    return (
      <Empty>
        {isOfAll ? 'No tree is stored of these vaults.' : 'No root is indexed yet.'}{' '}
        <code>vaultwright {isOfAll ? 'tree push' : 'index run'}</code>{' '}
        {isOfAll ? 'stores one.' : 'reads the roots of a vault.'}
      </Empty>
    )
  const [first] = chosen
  const current = first === undefined ? null : (rows.find((row) => isSame(row, first)) ?? null)
  const pair = current === null ? null : rootPairOf(current.line, stepsOf(rows, chosen))
  const toggle = (row: RootRow) =>
    setChosen((before) => {
      if (before.some((other) => isSame(other, row)))
        return before.filter((other) => !isSame(other, row))
      const sameLine = before.filter((other) => isSameLine(other, row))
      return [...sameLine.slice(-1), row]
    })
  const save = async ({ vault, step, line }: RootRow) => {
    setError(null)
    try {
      const file = await storedTreeText(
        { root: step.root, isPending: step.state === 'pending' },
        new AbortController().signal,
      )
      const name = `${vault.name}-${line.name ?? line.strategist}-${step.root.slice(0, 10)}`
      downloadFile(`${name.replace(/[^\w.-]+/g, '-')}.json`, file)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <>
      <Failure title="The tree cannot be kept" error={error} />
      <Table
        name={isOfAll ? 'Stored trees' : 'Roots'}
        head={[
          'Root',
          ...(isOfAll ? ['Vault'] : []),
          'Strategist',
          'State',
          'Since',
          'Tree',
          'A stolen key',
          'File',
        ]}
        numbers={['Tree']}
      >
        {shown.map((row) => {
          const { vault, step, line } = row
          const { chain, address } = vault
          const who = line.name ?? line.strategist
          return (
            <tr key={`${chain} ${address} ${line.strategist} ${step.state} ${step.root}`}>
              <td>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.some((other) => isSame(other, row))}
                    disabled={step.leafCount === null}
                    onChange={() => toggle(row)}
                  />
                  <span className="hidden">
                    Compare the {step.state} root of {who}
                  </span>
                </label>{' '}
                <Hash value={step.root} short />
              </td>
              {isOfAll ? (
                <td>
                  <Link to="/vaults/$chain/$address" params={{ chain, address }}>
                    {vault.name}
                  </Link>
                  <small>{chain}</small>
                </td>
              ) : null}
              <th scope="row" title={line.strategist}>
                {line.name ?? <BookName address={line.strategist} chain={chain} />}
                {line.name === null ? <Hash value={line.strategist} short /> : null}
              </th>
              <td>
                {step.state === 'pending' ? (
                  <Badge tone="look">pending</Badge>
                ) : step.state === 'active' ? (
                  'in force'
                ) : (
                  step.state
                )}
              </td>
              <td>
                {step.since !== null ? (
                  momentText(step.since)
                ) : step.state === 'pending' ? (
                  'not set yet'
                ) : (
                  <NotKnown reason="the block's time is not recorded" />
                )}
              </td>
              <td className={numberCell}>
                {step.leafCount === null ? (
                  step.state === 'withdrawn' ? (
                    'permits nothing'
                  ) : (
                    <Badge tone="look">no tree stored</Badge>
                  )
                ) : (
                  <TreeLink root={step.root} isPending={step.state === 'pending'}>
                    {step.leafCount.toLocaleString('en')} leaves
                  </TreeLink>
                )}
              </td>
              <td>
                {step.leafCount === null ? null : (
                  <RiskCell risk={risks.get(step.root.toLowerCase()) ?? null} />
                )}
              </td>
              <td>
                {step.leafCount === null ? null : (
                  <button type="button" className={parts.link} onClick={() => void save(row)}>
                    Download
                    <span className="hidden">
                      {' '}
                      the {step.state} tree of {who}
                    </span>
                  </button>
                )}
              </td>
            </tr>
          )
        })}
      </Table>
      <p role="status">
        {pair !== null ? (
          <DiffLink {...pair} where={current!.vault}>
            {chosen.length === 2
              ? `Compare the two roots of ${current!.line.name ?? 'this account'}`
              : `Compare it with ${current!.step.state === 'active' ? 'the root before it' : 'what is in force'}`}
          </DiffLink>
        ) : current === null ? (
          'Choose a root to compare it with another one of its strategist.'
        ) : (
          'This strategist has no other stored tree to compare it with.'
        )}
      </p>
      {count < rows.length ? (
        <div>
          <Button onClick={() => setCount(count + shownAtOnce)}>
            Show more of {rows.length.toLocaleString('en')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Rows in their order: pending roots, roots in force, past roots. */
function rowsOf(vaults: readonly VaultRoots[]): readonly RootRow[] {
  const rank = { pending: 0, active: 1, withdrawn: 2, replaced: 2 } as const
  return vaults
    .flatMap((vault) =>
      vault.lines.flatMap((line) => line.steps.map((step) => ({ vault, line, step }))),
    )
    .toSorted((one, other) => {
      const byState = rank[one.step.state] - rank[other.step.state]
      return byState !== 0 || rank[one.step.state] < 2
        ? byState
        : (other.step.since ?? '').localeCompare(one.step.since ?? '')
    })
}

function isSameLine(one: RootRow, other: RootRow): boolean {
  return (
    one.vault.chain === other.vault.chain &&
    one.vault.address === other.vault.address &&
    one.line.strategist === other.line.strategist
  )
}

function isSame(one: RootRow, other: RootRow): boolean {
  return (
    isSameLine(one, other) &&
    one.step.root === other.step.root &&
    one.step.state === other.step.state
  )
}

/** The chosen steps as the rows have them now: a new answer makes new ones. */
function stepsOf(rows: readonly RootRow[], chosen: readonly RootRow[]): readonly RootStep[] {
  return chosen.flatMap((row) => rows.find((other) => isSame(other, row))?.step ?? [])
}
