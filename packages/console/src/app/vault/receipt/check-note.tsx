import type { Comparison, Judgement } from '@vaultwright/check'
import { Verdict } from '../../part/verdict.tsx'
import styles from './check-note.module.css'

const titles = {
  yes: ['good', 'Computed again in this page: the same, digit for digit'],
  no: ['bad', 'Computed again in this page: not the same'],
  conditional: ['look', 'Not all of it could be compared'],
  open: ['look', 'Not all of it could be compared'],
} as const

/** The comparisons of values that this page computed again, and both values where they differ. */
export function CheckNote({ check }: { readonly check: Judgement }) {
  const [tone, title] = titles[check.verdict.answer]
  return (
    <Verdict tone={tone} title={title}>
      <ul className={styles.list}>
        {check.comparisons.map((comparison) => (
          <ComparisonItem key={comparison.title} comparison={comparison} />
        ))}
      </ul>
      {check.verdict.answer === 'yes' ? (
        <p>The server tells what it read of the chain: compare the block hash elsewhere.</p>
      ) : null}
    </Verdict>
  )
}

/** Differences that are listed at most. */
const most = 12

function ComparisonItem({ comparison }: { readonly comparison: Comparison }) {
  const { title, differences, open } = comparison
  const word = open !== null ? 'not known' : differences.length === 0 ? 'yes' : 'no'
  return (
    <li>
      <span>
        {title}: <strong>{word}</strong>
        {open === null ? null : <small> ({open})</small>}
      </span>
      {differences.length === 0 ? null : (
        <dl className={styles.pairs}>
          {differences.slice(0, most).map(({ place, left, right }) => (
            <div key={place}>
              <dt>{place}</dt>
              <dd>
                server: <code>{textOf(left)}</code>
              </dd>
              <dd>
                this page: <code>{textOf(right)}</code>
              </dd>
            </div>
          ))}
          {differences.length > most ? (
            <div>
              <dt>and {differences.length - most} more places</dt>
            </div>
          ) : null}
        </dl>
      )}
    </li>
  )
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
