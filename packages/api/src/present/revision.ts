import type { Revision } from '@vaultwright/store'
import { printTime, printTimeOrNull, type RevisedDayData } from '@vaultwright/wire'

type StoredDayRevisions = {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly revisions: readonly Revision[]
  /** The values of now, by kind. */
  readonly current: Readonly<Record<string, object | null>>
}

/** Writes a day whose values were revised. */
export function revisedDayOf({ day, revisions, current }: StoredDayRevisions): RevisedDayData {
  const stands = Object.entries(current).filter(([, value]) => value !== null)
  return {
    day,
    revisions: revisions.map(({ kind, number, sinceUnix, untilUnix, reason, body }) => ({
      kind,
      number,
      since: printTimeOrNull(sinceUnix),
      until: printTime(untilUnix),
      reason,
      values: kind === 'reading' ? {} : valuesOf(kind, JSON.parse(body)),
    })),
    current: Object.fromEntries(stands.map(([kind, value]) => [kind, valuesOf(kind, value!)])),
  }
}

/** The decimals of each kind, by the name that the interface gives them. */
const decimals: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  snapshot: {
    share_price: 'sharePrice',
    total_assets: 'totalAssets',
    total_supply: 'totalSupply',
    fees_owed: 'nav.feesOwed',
    net_assets: 'nav.netAssets',
    nav_gap: 'nav.gap',
    nav_gap_relative: 'nav.gapRelative',
  },
  daily: {
    daily_apy: 'dailyApy',
    price_usd: 'priceUsd',
    share_price: 'sharePrice',
    total_assets: 'totalAssets',
    tvl_usd: 'tvlUsd',
  },
  performance: {
    apy: 'apy',
    fees: 'fees',
    performance_fees: 'performanceFees',
    real_apy: 'realApy',
    maturity_apy: 'maturityApy',
    fee_drag: 'feeDrag',
  },
}

function valuesOf(kind: string, value: object): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(decimals[kind] ?? {}).map(([name, key]) => {
      const text = key.split('.').reduce(partOf, value as unknown)
      return [name, typeof text === 'string' ? text : null]
    }),
  )
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined
}
