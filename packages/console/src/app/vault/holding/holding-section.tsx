import { checkOf } from '@vaultwright/check'
import { useState } from 'react'
import { Choice } from '../../part/choice.tsx'
import { Section } from '../../part/page.tsx'
import { NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { percentOf, shortNumber } from '../../part/text/number-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { CheckNote } from '../receipt/check-note.tsx'
import text from '../series/series.module.css'
import { productOf } from './exact.ts'
import styles from './holding.module.css'
import {
  groupHoldings,
  type HoldingGroup,
  type HoldingRow,
  type HoldingTable,
  isOwed,
} from './holding-table.ts'

const weekSource =
  'what the receipt of the week read, and the snapshot that is served says the same'
const groupings = { protocol: 'By protocol', asset: 'By asset' } as const

/** The holdings and debts of the vault, and the gap between their sum and the total assets. */
export function HoldingSection(props: {
  readonly table: HoldingTable
  readonly base: string
  readonly day: string
  /** The words for what each worth is computed from. */
  readonly source?: string
}) {
  const { table, base, day, source = weekSource } = props
  const { rows, baseUsd, comparison } = table
  const [by, setBy] = useState<keyof typeof groupings>('protocol')
  const dollars = (worth: string) => (baseUsd === null ? null : productOf(worth, baseUsd))
  const held = groupHoldings(
    rows.filter((row) => !isOwed(row)),
    by,
  )
  const owed = groupHoldings(rows.filter(isOwed), by)
  const check = comparison === null ? null : checkOf([comparison])
  return (
    <Section
      title="Positions"
      actions={<Choice name="Group positions" options={groupings} chosen={by} choose={setBy} />}
    >
      <p className={text.soft}>
        At the end of {day}.{' '}
        {check === null ? (
          <Badge>stated by the server</Badge>
        ) : check.verdict.answer === 'yes' ? (
          <Badge tone="good">verified here</Badge>
        ) : (
          <Badge tone="bad">differs</Badge>
        )}{' '}
        {check?.verdict.answer === 'yes'
          ? `Each worth is computed in this page from ${source}.`
          : null}
      </p>
      {check?.verdict.answer === 'no' ? <CheckNote check={check} /> : null}
      <Table
        name="Positions"
        head={['Position', 'Balance', `Worth, ${base}`, 'Worth, USD']}
        numbers={['Balance', `Worth, ${base}`, 'Worth, USD']}
      >
        {held.map((group) => (
          <GroupRows key={group.name} group={group} by={by} dollars={dollars} />
        ))}
        {owed.length === 0 ? null : (
          <tr className={styles.groupRow}>
            <th scope="rowgroup" colSpan={4}>
              Owed
            </th>
          </tr>
        )}
        {owed.map((group) => (
          <GroupRows key={group.name} group={group} by={by} dollars={dollars} />
        ))}
        <SumRows table={table} base={base} dollars={dollars} />
      </Table>
    </Section>
  )
}

type Dollars = (worth: string) => string | null

function GroupRows(props: {
  readonly group: HoldingGroup
  readonly by: 'protocol' | 'asset'
  readonly dollars: Dollars
}) {
  const { group, by, dollars } = props
  return (
    <>
      {group.rows.length < 2 ? null : (
        <tr className={styles.subRow}>
          <th scope="rowgroup">{nameOf(group.name)}</th>
          <td />
          <Worth worth={group.worth} reason="nothing of it has a price" dollars={dollars} />
        </tr>
      )}
      {group.rows.map((row) => (
        <tr key={`${row.protocol}${row.asset}${row.address}`}>
          <th scope="row" className={group.rows.length < 2 ? '' : styles.inner}>
            {group.rows.length < 2
              ? `${nameOf(row.protocol)}, ${row.asset}`
              : by === 'protocol'
                ? row.asset
                : nameOf(row.protocol)}
          </th>
          <td className={numberCell} title={row.balance.value ?? ''}>
            {row.balance.value === null ? (
              <NotKnown reason={row.balance.reason} />
            ) : (
              `${shortNumber(row.balance.value, 4)} ${row.asset}`
            )}
          </td>
          <Worth worth={row.worth.value} reason={reasonOf(row)} dollars={dollars} />
        </tr>
      ))}
    </>
  )
}

function Worth(props: {
  readonly worth: string | null
  readonly reason: string
  readonly dollars: Dollars
  /** The missing value; default: a price. */
  readonly missing?: string
}) {
  const { worth, reason, dollars, missing = 'no price' } = props
  if (worth === null)
    return (
      <td colSpan={2} className={`${text.soft} ${numberCell}`}>
        {missing} <small>({reason})</small>
      </td>
    )
  const usd = dollars(worth)
  return (
    <>
      <td className={numberCell} title={worth}>
        {shortNumber(worth, 4)}
      </td>
      <td className={numberCell} title={usd ?? ''}>
        {usd === null ? (
          <NotKnown reason="no price of the base asset in USD" />
        ) : (
          shortNumber(usd, 2)
        )}
      </td>
    </>
  )
}

function SumRows(props: {
  readonly table: HoldingTable
  readonly base: string
  readonly dollars: Dollars
}) {
  const { table, dollars } = props
  const { sum, unpriced, totalAssets, nav } = table
  const reason = nav.nav_reason ?? 'this service does not count it'
  const { nav_gap_relative: relative = null, nav_left_out: leftOut = null } = nav
  return (
    <>
      <tr className={styles.groupRow}>
        <th scope="row">Sum of what has a price, less what is owed</th>
        <td className={`${text.soft} ${numberCell}`}>
          {unpriced === 0 ? 'everything has a price' : `${unpriced} without a price are left out`}
        </td>
        <Worth worth={sum} reason="" dollars={dollars} />
      </tr>
      <tr>
        <th scope="row">Fees owed</th>
        <td className={`${text.soft} ${numberCell}`}>as the accountant says</td>
        <Worth
          worth={nav.fees_owed ?? null}
          reason={reason}
          missing="not known"
          dollars={dollars}
        />
      </tr>
      <tr className={styles.groupRow}>
        <th scope="row">Net assets</th>
        <td className={`${text.soft} ${numberCell}`}>
          {leftOut === null || leftOut === 0
            ? 'sum − fees owed'
            : `sum − fees owed; ${countText(leftOut)} left out`}
        </td>
        <Worth
          worth={nav.net_assets ?? null}
          reason={reason}
          missing="not known"
          dollars={dollars}
        />
      </tr>
      <tr>
        <th scope="row">Total assets, as shares count them</th>
        <td className={`${text.soft} ${numberCell}`}>share price × shares</td>
        <Worth worth={totalAssets} reason="the total is not known" dollars={dollars} />
      </tr>
      <tr>
        <th scope="row">
          Gap: net assets − total assets{' '}
          {nav.flags?.map(({ flag, reason }) => (
            <Badge key={flag} tone="look">
              {reason}
            </Badge>
          ))}
        </th>
        <td className={numberCell} title={relative ?? ''}>
          {relative === null ? null : `${percentOf(relative)} %`}
        </td>
        <Worth worth={nav.nav_gap ?? null} reason={reason} missing="not known" dollars={dollars} />
      </tr>
    </>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 thing is' : `${count} things are`
}

function nameOf(name: string): string {
  return name.replaceAll('_', ' ')
}

function reasonOf({ worth }: HoldingRow): string {
  return worth.reason ?? ''
}
