import type { UseQueryResult } from '@tanstack/react-query'
import type { Known } from '@vaultwright/valuation'
import type { MetricsSnapshot } from '@vaultwright/wire'
import { Stat, Stats } from '../../part/stat.tsx'
import { dayText } from '../../part/text/moment-text.ts'
import {
  columnNumber,
  dollarText,
  percentOf,
  percentText,
  plainText,
} from '../../part/text/number-text.ts'
import type { VaultDays } from './use-days.ts'

/** The four figures of the last day; each opens its receipt. */
export function FigureRow(props: {
  readonly days: VaultDays
  readonly snapshot: UseQueryResult<MetricsSnapshot | null>
  readonly base: string
}) {
  const { days, snapshot, base } = props
  const { series, served, checked, week, check, explain } = days
  const last = series?.at(-1)
  const entry = last?.entry ?? null
  const result = last?.receipt?.result
  const isWaiting = series === null && days.days.isPending
  const isDifferent = last !== undefined && (check?.different.includes(last.day) ?? false)
  const openDay = last === undefined ? undefined : () => explain(last.day)
  const noDay =
    last === undefined
      ? days.days.isError
        ? 'The days could not be read.'
        : 'No day is indexed yet.'
      : null
  const missing = (value: Known<string> | undefined) =>
    noDay ?? value?.reason ?? 'The service gave no reason.'
  const residual = checked?.again?.result.residual?.value ?? null
  const nav = snapshot.data ?? null
  const gap = nav?.nav_gap_relative ?? null
  return (
    <Stats>
      <Stat
        name="Total assets"
        isWaiting={isWaiting}
        value={entry?.total_assets == null ? null : columnNumber(entry.total_assets, 2)}
        unit={base}
        open={openDay}
        isDifferent={isDifferent}
        note={
          entry?.total_assets == null
            ? missing(result?.totalAssets)
            : entry.tvl_usd === null
              ? `in USD not known: ${missing(result?.tvlUsd)}`
              : dollarText(entry.tvl_usd)
        }
      />
      <Stat
        name="Share price"
        isWaiting={isWaiting}
        value={entry?.share_price == null ? null : columnNumber(plainText(entry.share_price), 6)}
        unit={base}
        open={openDay}
        isDifferent={isDifferent}
        note={
          entry?.share_price == null
            ? missing(result?.sharePrice)
            : `${dayText(last!.day)}, block ${entry.block_number.toLocaleString('en')}`
        }
      />
      <Stat
        name="APY, 7 days, net"
        isWaiting={isWaiting || week.isPending}
        value={served?.apy == null ? null : percentText(served.apy)}
        open={served === null ? undefined : () => explain('week')}
        isDifferent={checked?.check.verdict.answer === 'no'}
        note={
          served === null
            ? week.isError
              ? 'It could not be read.'
              : 'It takes seven days of data.'
            : served.apy === null
              ? 'The receipt gives the reason.'
              : residual === null
                ? `to ${dayText(served.as_of)}`
                : `${percentOf(residual)} of it unexplained`
        }
      />
      <Stat
        name="Net assets"
        isWaiting={snapshot.isPending}
        value={nav?.net_assets == null ? null : columnNumber(nav.net_assets, 2)}
        unit={base}
        tone={nav?.flags?.length ? 'look' : undefined}
        note={
          nav === null
            ? snapshot.isError
              ? 'They could not be read.'
              : 'There is no snapshot yet.'
            : gap === null
              ? (nav.nav_reason ?? 'This service does not count them.')
              : `${percentOf(gap)} against total assets`
        }
      />
    </Stats>
  )
}
