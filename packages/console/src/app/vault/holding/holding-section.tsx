import { checkOf } from '@vaultwright/check'
import { protocolTitleOf } from '@vaultwright/protocols'
import { Fragment, useState } from 'react'
import { Icon } from '../../part/band/icon.tsx'
import { Provenance } from '../../part/band/provenance.tsx'
import { Choice } from '../../part/choice.tsx'
import { Section } from '../../part/page.tsx'
import { Empty, Failure, Loading, NotKnown } from '../../part/state.tsx'
import { numberCell, shortCell, Table, wideCell } from '../../part/table.tsx'
import { countText } from '../../part/text/count-text.ts'
import { dayText } from '../../part/text/moment-text.ts'
import { columnNumber, dollarText, percentOf } from '../../part/text/number-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { CheckNote } from '../receipt/check-note.tsx'
import { productOf } from './exact.ts'
import styles from './holding.module.css'
import {
  groupHoldings,
  type HoldingGroup,
  type HoldingReading,
  type HoldingRow,
  type HoldingTable,
  isOwed,
} from './holding-table.ts'
import { ShareBar, shareOf } from './share-bar.tsx'

const weekSource =
  'what the receipt of the week read, and the snapshot that is served says the same'
const groupings = { protocol: 'Protocol', asset: 'Asset' } as const

/** The places of a vault's assets, as far as they are read. */
export function HoldingSection(props: {
  readonly state: HoldingReading
  readonly base: string
  readonly retry: () => void
  /** The words for what each worth is computed from. */
  readonly source?: string
}) {
  const { state, base, retry, source = weekSource } = props
  if (state.kind === 'read')
    return <Holdings table={state.table} day={state.day} base={base} source={source} />
  return (
    <Section title="Allocation">
      {state.kind === 'failed' ? (
        <Failure title="The positions cannot be read" error={state.error} retry={retry} />
      ) : state.kind === 'none' ? (
        <Empty>What the vault holds was not read yet. The next daily run reads it.</Empty>
      ) : (
        <Loading what="the positions" lines={12} />
      )}
    </Section>
  )
}

type TableProps = { readonly table: HoldingTable; readonly base: string }

/** The holdings and debts of the vault, and the gap between their sum and the total assets. */
function Holdings(props: TableProps & { readonly day: string; readonly source: string }) {
  const { table, base, day, source } = props
  const { rows, comparison, sum } = table
  const [by, setBy] = useState<keyof typeof groupings>('protocol')
  const owed = rows.filter(isOwed)
  const held = rows.filter((row) => !isOwed(row))
  const check = comparison === null ? null : checkOf([comparison])
  const groups = (members: readonly HoldingRow[]) =>
    groupHoldings(members, by).map((group) => (
      <GroupRows key={group.name} group={group} by={by} table={table} />
    ))
  return (
    <Section
      title="Allocation"
      actions={<Choice name="Group positions" options={groupings} chosen={by} choose={setBy} />}
    >
      {check?.verdict.answer === 'no' ? <CheckNote check={check} /> : null}
      <Table
        name="Allocation"
        head={['Position', 'Share of the sum', 'Balance', base]}
        numbers={['Balance', base]}
        wide={['Balance']}
        fitsPhone
      >
        {groups(held)}
        {owed.length === 0 ? null : (
          <tr className={styles.groupRow}>
            <th scope="rowgroup" colSpan={4}>
              Owed
            </th>
          </tr>
        )}
        {groups(owed)}
        <tr className={styles.total}>
          <th scope="row">Sum of what has a price, less what is owed</th>
          <td>{Number(sum) > 0 ? '100.0%' : null}</td>
          <td className={`${numberCell} ${wideCell}`}>
            {table.unpriced === 0 ? null : `${table.unpriced} without a price are left out`}
          </td>
          <Worth worth={sum} reason="" baseUsd={table.baseUsd} />
        </tr>
        <SumRows table={table} />
      </Table>
      <p className="note">
        {check?.verdict.answer === 'yes' ? (
          <>
            <Icon name="yes" size={13} /> End of {dayText(day)}. Each worth is computed in this page
            from {source}.
          </>
        ) : (
          <>
            End of {dayText(day)}, as the service states it
            <Provenance source="service" />.
          </>
        )}
      </p>
    </Section>
  )
}

function GroupRows(props: {
  readonly group: HoldingGroup
  readonly by: keyof typeof groupings
  readonly table: HoldingTable
}) {
  const { group, by, table } = props
  const nameOf = (row: HoldingRow) =>
    by === 'protocol' ? row.asset : protocolTitleOf(row.protocol)
  const title = by === 'protocol' ? protocolTitleOf(group.name) : group.name
  const [only] = group.rows
  const isOne = group.rows.length === 1
  return (
    <>
      <tr>
        <th scope={isOne ? 'row' : 'rowgroup'}>
          <span className={styles.name}>{title}</span>
          <small>
            {isOne
              ? nameOf(only!)
              : countText(group.rows.length, by === 'protocol' ? 'asset' : 'place')}
          </small>
        </th>
        <td>
          <ShareBar share={shareOf(group.worth, table.sum)} isIdle={group.name === 'idle'} />
        </td>
        <td className={`${numberCell} ${wideCell}`}>{isOne ? <Balance row={only!} /> : null}</td>
        <Worth
          worth={group.worth}
          reason={isOne ? (only!.worth.reason ?? '') : 'nothing of it has a price'}
          baseUsd={table.baseUsd}
        />
      </tr>
      {isOne
        ? null
        : group.rows.map((row) => (
            <Fragment key={`${row.protocol}${row.asset}${row.address}`}>
              <tr className={styles.inner}>
                <th scope="row">{nameOf(row)}</th>
                <td />
                <td className={`${numberCell} ${wideCell}`}>
                  <Balance row={row} />
                </td>
                <Worth
                  worth={row.worth.value}
                  reason={row.worth.reason ?? ''}
                  baseUsd={null}
                  isPart
                />
              </tr>
            </Fragment>
          ))}
    </>
  )
}

function Balance({ row: { balance, asset } }: { readonly row: HoldingRow }) {
  if (balance.value === null) return <NotKnown reason={balance.reason} />
  return (
    <span title={balance.value} className={shortCell}>
      {columnNumber(balance.value, 4)} {asset}
    </span>
  )
}

/** The worth in the base asset, and in dollars below it. */
function Worth(props: {
  readonly worth: string | null
  readonly reason: string
  readonly baseUsd: string | null
  /** A part of what stands above it: without its dollars. */
  readonly isPart?: boolean
  /** The missing value; default: a price. */
  readonly missing?: string
}) {
  const { worth, reason, baseUsd, isPart = false, missing = 'no price' } = props
  if (worth === null)
    return (
      <td className={`note ${numberCell}`} title={reason}>
        {missing} <small>({reason})</small>
      </td>
    )
  const usd = baseUsd === null ? null : productOf(worth, baseUsd)
  return (
    <td className={numberCell} title={worth}>
      {columnNumber(worth, 4)}
      {isPart ? null : (
        <small title={usd ?? ''}>{usd === null ? 'USD not known' : dollarText(usd)}</small>
      )}
    </td>
  )
}

/** The least and the most that the net assets are, and the way that the next rate has. */
function BoundRows({ table: { bounds, baseUsd } }: { readonly table: HoldingTable }) {
  if (bounds === null) return null
  const next = bounds.next_rate
  const end = (side: 'lower' | 'upper', name: string, note: string) => {
    const gap = side === 'lower' ? bounds.gap_lower : bounds.gap_upper
    const reasons = bounds.open.filter((open) => open.side === side).map(({ reason }) => reason)
    return (
      <tr>
        <th scope="row">
          {name}
          <small>{note}</small>
        </th>
        <td title={gap ?? ''}>{gap === null ? null : percentOf(gap)}</td>
        <td className={wideCell} />
        <Worth
          worth={bounds[side]}
          reason={reasons.join(' ')}
          missing="not known"
          baseUsd={baseUsd}
        />
      </tr>
    )
  }
  return (
    <>
      {end('lower', 'Net assets at least', 'what has no price counts as nothing')}
      {end('upper', 'Net assets at most', 'pegs at the better of peg and market')}
      <tr>
        <th scope="row">
          Counted rate
          <small>
            {next === null
              ? bounds.next_rate_reason
              : `the next rate passes from ${next.lowest} to ${next.highest}`}
          </small>
        </th>
        <td />
        <td className={wideCell} />
        <Worth
          worth={next?.counted ?? null}
          reason={next?.counted_reason ?? ''}
          missing="not known"
          baseUsd={null}
          isPart
        />
      </tr>
    </>
  )
}

function SumRows({ table }: { readonly table: HoldingTable }) {
  const { totalAssets, nav, baseUsd } = table
  const reason = nav.nav_reason ?? 'this service does not count it'
  const { nav_gap_relative: relative = null, nav_left_out: leftOut = null } = nav
  const missing = 'not known'
  const line = (name: string, note: string, worth: string | null) => (
    <tr>
      <th scope="row">
        {name}
        <small>{note}</small>
      </th>
      <td />
      <td className={wideCell} />
      <Worth worth={worth} reason={reason} missing={missing} baseUsd={baseUsd} />
    </tr>
  )
  return (
    <>
      {line('Fees owed', 'as the accountant says', nav.fees_owed ?? null)}
      {line(
        'Net assets',
        leftOut === null || leftOut === 0
          ? 'the sum less fees owed'
          : `the sum less fees owed; ${leftOut === 1 ? '1 thing is' : `${leftOut} things are`} left out`,
        nav.net_assets ?? null,
      )}
      {line('Total assets', 'share price × shares', totalAssets)}
      <tr>
        <th scope="row">
          Gap
          <small>net assets less total assets</small>
          {nav.flags?.map(({ flag, reason: words }) => (
            <Badge key={flag} tone="look">
              {words}
            </Badge>
          ))}
        </th>
        <td title={relative ?? ''}>{relative === null ? null : percentOf(relative)}</td>
        <td className={wideCell} />
        <Worth worth={nav.nav_gap ?? null} reason={reason} missing={missing} baseUsd={baseUsd} />
      </tr>
      <BoundRows table={table} />
    </>
  )
}
