import Type, { type Static } from 'typebox'
import { decimal, time } from '../field/field.ts'
import { pageOf } from '../field/page.ts'
import { printTime, printTimeOrNull } from '../field/time.ts'
import { dayText } from './index-status.ts'

const values = Type.Record(Type.String(), Type.Union([decimal, Type.Null()]), {
  description: 'Exact decimals by name; null is not known. Empty for a reading',
})

/** The stored value of a day until another replaced it. */
export const revisionEntry = Type.Object(
  {
    kind: Type.String({
      description: '`snapshot`, `daily` or `performance`; `reading` is what they are computed from',
      examples: ['daily'],
    }),
    number: Type.Integer({ description: 'Counts up from 0 within the day and kind' }),
    since: Type.Union([time, Type.Null()], {
      description: 'Since when it stood; null when that was not noted',
    }),
    until: time,
    reason: Type.String({ description: 'Why it was replaced' }),
    values,
  },
  { title: 'Revision', additionalProperties: false },
)

/** A day whose values were revised. */
export const revisedDay = Type.Object(
  {
    day: dayText,
    revisions: Type.Array(revisionEntry, { description: 'By kind, oldest first' }),
    current: Type.Record(Type.String(), values, {
      description: 'What stands now, by kind, of the kinds that were revised',
    }),
  },
  { title: 'RevisedDay', additionalProperties: false },
)

export const revisionsResponse = pageOf(revisedDay, 'RevisionPage')

/** A day whose values were revised. */
export type RevisedDayData = Static<typeof revisedDay>

/** A day whose values were revised, as it is stored. */
export type RevisedDayInput = {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly revisions: readonly {
    readonly kind: string
    readonly number: number
    readonly sinceUnix: bigint | null
    readonly untilUnix: bigint
    readonly reason: string
    /** The value as JSON, or a reading. */
    readonly body: string
  }[]
  /** The current value, by kind. */
  readonly current: Readonly<Record<string, object | null>>
}

/** Writes a day whose values were revised. */
export function revisedDayOf({ day, revisions, current }: RevisedDayInput): RevisedDayData {
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
