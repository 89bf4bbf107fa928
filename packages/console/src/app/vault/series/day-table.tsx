import type { SeriesDay } from '@vaultwright/check'
import parts from '../../part/part.module.css'
import { NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { dayText } from '../../part/text/moment-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { flagWordsOf } from './flag-word.ts'
import { measureText } from './measure.ts'
import styles from './series.module.css'
import { type Measure, measures } from './vault-search.ts'

const columns = Object.keys(measures) as Measure[]

/** The days of a series as a table, the newest first. */
export function DayTable(props: {
  readonly days: readonly SeriesDay[]
  readonly base: string
  readonly explain: (day: string) => void
}) {
  const { days, base, explain } = props
  return (
    <div className={styles.tall}>
      <Table
        name="Days"
        head={['Day', ...columns.map((measure) => measures[measure]), 'Block', 'Flags', 'Receipt']}
        numbers={[...columns.map((measure) => measures[measure]), 'Block']}
      >
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayText(day.day)}</th>
            {columns.map((measure) => {
              const { value, reason } = measureText(day, measure, base)
              return (
                <td key={measure} className={numberCell}>
                  {value ?? <NotKnown reason={reason ?? ''} />}
                </td>
              )
            })}
            <td className={numberCell}>{day.entry?.block_number ?? 'none'}</td>
            <td>
              {flagWordsOf(day).map((word) => (
                <Badge key={word} tone="look">
                  {word}
                </Badge>
              ))}
            </td>
            <td>
              {day.entry === null ? null : (
                <button type="button" className={parts.link} onClick={() => explain(day.day)}>
                  Why<span className="hidden"> {day.day}</span>
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
