import { Icon } from '../../part/band/icon.tsx'
import parts from '../../part/part.module.css'
import { Verdict } from '../../part/verdict.tsx'
import type { SeriesCheck } from './check-series.ts'
import styles from './series-seal.module.css'

/** The seal that each day follows from its receipt, computed again in this page; it names the days that do not. */
export function SeriesSeal(props: {
  readonly check: SeriesCheck | null
  readonly explain: (day: string) => void
}) {
  const { check, explain } = props
  if (check === null) return <p className={styles.seal}>Computing the days again…</p>
  const { same, different, open } = check
  const all = same + different.length + open.length
  if (different.length + open.length === 0)
    return (
      <p className={styles.seal}>
        <Icon name="yes" size={14} />
        {all} days computed again here: all the same
      </p>
    )
  return (
    <Verdict
      tone={different.length > 0 ? 'bad' : 'look'}
      title={
        different.length > 0
          ? `${different.length} of ${all} days differ`
          : `${open.length} days could not be compared`
      }
    >
      <p>{same} days are the same.</p>
      <ul className={styles.days}>
        {[...different, ...open].map((day) => (
          <li key={day}>
            <button type="button" className={parts.link} onClick={() => explain(day)}>
              {day}
            </button>
          </li>
        ))}
      </ul>
    </Verdict>
  )
}
