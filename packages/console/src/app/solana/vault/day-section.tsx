import { useQuery } from '@tanstack/react-query'
import type { ReadingCheck } from '@vaultwright/check'
import { Section } from '../../part/page.tsx'
import { Empty, Failure, Loaded, NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { dayText } from '../../part/text/moment-text.ts'
import { columnNumber, percentText, plainText } from '../../part/text/number-text.ts'
import { Badge, Verdict } from '../../part/verdict.tsx'
import styles from '../../style/fact.module.css'
import type { SvmVaultQueries } from './svm-vault-data.ts'

type ServedDays = NonNullable<SvmVaultQueries['days']['data']>

/** The days of a vault, the newest first, each computed again from the accounts that it was read from. */
export function DaySection({ days, reading }: Pick<SvmVaultQueries, 'days' | 'reading'>) {
  const place = reading.data?.definition ?? null
  const checks = useQuery({
    queryKey: ['svm-day-checks', place?.vault, days.dataUpdatedAt],
    enabled: place !== null && days.data !== undefined,
    queryFn: async () => (await import('./check-day.ts')).checkSvmDays(days.data!, place!),
  })
  return (
    <Section title="Days">
      <Loaded query={days} what="the days" title="The days cannot be read">
        {(data) =>
          data.length === 0 ? (
            <Empty>
              No day is indexed yet. <code>vaultwright index run</code> reads a vault once a day:
              nodes keep no past state, so earlier days cannot be read later.
            </Empty>
          ) : (
            <>
              <Failure title="The days cannot be computed again" error={checks.error} />
              <DaySummary checks={checks.data ?? null} />
              <DayTable days={data} checks={checks.data ?? null} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function DaySummary({ checks }: { readonly checks: readonly ReadingCheck[] | null }) {
  if (checks === null) return null
  const differing = checks.filter(({ verdict }) => verdict.answer === 'no')
  const same = checks.filter(({ verdict }) => verdict.answer === 'yes')
  if (differing.length > 0)
    return (
      <Verdict tone="bad" title={`${differing.length} of ${checks.length} days differ`}>
        <ul className={styles.plainList}>
          {[...new Set(differing.flatMap(({ verdict }) => textsOf(verdict)))].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Verdict>
    )
  return (
    <p className="soft">
      {same.length} of {checks.length} days were computed again in this page, from the bytes of the
      accounts that were read at their end, and are the same.
    </p>
  )
}

function textsOf({ reasons }: ReadingCheck['verdict']): readonly string[] {
  return reasons.flatMap(({ weight, message }) => (weight === 'no' ? [message] : []))
}

function DayTable(props: {
  readonly days: ServedDays
  readonly checks: readonly ReadingCheck[] | null
}) {
  const { days, checks } = props
  const rows = days.map((day, index) => ({ day, check: checks?.[index] ?? null })).toReversed()
  return (
    <div className={styles.tall}>
      <Table
        name="Days"
        head={['Day', 'Share price', 'Assets at the rate', 'APY of the day', 'Slot', 'Checked']}
        numbers={['Share price', 'Assets at the rate', 'APY of the day', 'Slot']}
      >
        {rows.map(({ day, check }) => (
          <tr key={day.as_of}>
            <th scope="row">{dayText(day.as_of)}</th>
            <td className={numberCell}>
              {day.share_price === null ? (
                <NotKnown reason="the reading has no rate" />
              ) : (
                columnNumber(plainText(day.share_price), 6)
              )}
            </td>
            <td className={numberCell}>
              {day.total_assets === null ? (
                <NotKnown reason="the reading has no supply" />
              ) : (
                columnNumber(day.total_assets, 4)
              )}
            </td>
            <td className={numberCell}>
              {day.daily_apy === null ? (
                <NotKnown reason="no day before to compare with, or a pause" />
              ) : (
                percentText(day.daily_apy)
              )}
            </td>
            <td className={numberCell}>{day.block_number}</td>
            <td>
              {check === null || check.verdict.answer === 'open' ? (
                'stated by the server'
              ) : check.verdict.answer === 'yes' ? (
                'computed again here'
              ) : (
                <Badge tone="bad">differs from its accounts</Badge>
              )}
              {check?.flags.map((flag) => (
                <Badge key={flag} tone="look">
                  {flag.replaceAll('_', ' ')}
                </Badge>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
