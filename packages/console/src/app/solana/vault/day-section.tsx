import { percentText } from '../../part/number-text.ts'
import { Section } from '../../part/page.tsx'
import { Empty, Failure, NotKnown, Reading } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import styles from '../part/svm.module.css'
import type { SvmVaultQueries } from './svm-vault-data.ts'

/** The days of a vault, the newest first. */
export function DaySection({ days }: Pick<SvmVaultQueries, 'days'>) {
  return (
    <Section title="Days">
      {days.isError ? (
        <Failure
          title="The days cannot be read"
          error={days.error}
          retry={() => void days.refetch()}
        />
      ) : days.data === undefined ? (
        <Reading what="the days" />
      ) : days.data.length === 0 ? (
        <Empty>
          No day is indexed yet. <code>vaultwright index run</code> reads a vault once a day: nodes
          keep no past state, so earlier days cannot be read later.
        </Empty>
      ) : (
        <div className={styles.tall}>
          <Table
            name="Days"
            head={['Day', 'Share price', 'Assets at the rate', 'APY of the day', 'Slot']}
            numbers={['Share price', 'Assets at the rate', 'APY of the day', 'Slot']}
          >
            {days.data.toReversed().map((day) => (
              <tr key={day.as_of}>
                <th scope="row">{day.as_of.slice(0, 10)}</th>
                <td className={numberCell}>
                  {day.share_price ?? <NotKnown reason="the reading has no rate" />}
                </td>
                <td className={numberCell}>
                  {day.total_assets ?? <NotKnown reason="the reading has no supply" />}
                </td>
                <td className={numberCell}>
                  {day.daily_apy === null ? (
                    <NotKnown reason="no day before to compare with" />
                  ) : (
                    `${percentText(day.daily_apy)} %`
                  )}
                </td>
                <td className={numberCell}>{day.block_number}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Section>
  )
}
