import { type CalendarDay, countsOf, monthsOf, stateWords } from './day-calendar.ts'
import styles from './indexing.module.css'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Months of days; each state has a sign and a word beside its colour. */
export function CalendarGrid({ days }: { readonly days: readonly CalendarDay[] }) {
  const months = monthsOf(days).toReversed()
  const notGood = days.filter(({ reason }) => reason !== null).toReversed()
  return (
    <>
      <ul className={styles.legend} aria-label="Days by state">
        {countsOf(days).map(([state, count]) => (
          <li key={state}>
            <span className={`${styles.day} ${styles[state]}`} aria-hidden="true">
              {stateWords[state].sign}
            </span>
            {count.toLocaleString('en')} {stateWords[state].word}
          </li>
        ))}
      </ul>
      <div className={styles.months}>
        {months.map(({ month, weeks }) => (
          <table key={month} className={styles.month}>
            <caption>{month}</caption>
            <thead>
              <tr>
                {weekdays.map((weekday) => (
                  <th key={weekday} scope="col">
                    {weekday}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week.find((day) => day !== null)?.day}>
                  {week.map((day, weekday) => (
                    <td key={day?.day ?? weekdays[weekday]}>
                      {day === null ? null : <DayCell day={day} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      {notGood.length === 0 ? null : (
        <details className={styles.reasons}>
          <summary>Why {notGood.length.toLocaleString('en')} days are not good</summary>
          <ul>
            {notGood.map(({ day, state, reason }) => (
              <li key={day}>
                {day}: {stateWords[state].word}. {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function DayCell({ day: { day, state, reason } }: { readonly day: CalendarDay }) {
  const { word, sign } = stateWords[state]
  return (
    <span className={`${styles.day} ${styles[state]}`} title={reason ?? word}>
      <span aria-hidden="true">
        {Number(day.slice(8))} {sign}
      </span>
      <span className="hidden">
        {day}, {word}
      </span>
    </span>
  )
}
