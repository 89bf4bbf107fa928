import {
  type DailyReceipt,
  dayEndOf,
  type GrowthYield,
  growthYieldOf,
  type Known,
  missingDays,
  readReceipt,
  shiftDay,
} from '@vaultwright/valuation'
import type { DailyEntry } from '@vaultwright/wire'

/** A day of the calendar between the first and the last that the service has. */
export type SeriesDay = {
  /** `2026-11-20`, UTC. */
  readonly day: string
  /** Null where the service has no value for the day. */
  readonly entry: DailyEntry | null
  /** Of shape and of known formula; else null. */
  readonly receipt: DailyReceipt | null
  /** Growth of the share price in the seven days that end with it, computed here. */
  readonly weekApy: Known<string>
}

const weekDays = 7

/**
 * Lays the days of a vault on the calendar: a day without value is there, and empty.
 *
 * @param entries - as they were served; of two for the same day the last counts.
 */
export function seriesOf(entries: readonly DailyEntry[]): readonly SeriesDay[] {
  const byDay = new Map(
    entries.map((entry) => [entry.as_of.slice(0, 10), { entry, receipt: dailyReceiptOf(entry) }]),
  )
  const days = [...byDay.keys()].sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return []
  return missingDays(from, to, new Set()).map((day) => {
    const { entry = null, receipt = null } = byDay.get(day) ?? {}
    const weekBefore = shiftDay(day, -weekDays)
    const first = byDay.get(weekBefore)?.receipt ?? null
    return { day, entry, receipt, weekApy: weekApyOf({ first, last: receipt, weekBefore }) }
  })
}

function dailyReceiptOf({ receipt }: DailyEntry): DailyReceipt | null {
  if (!receipt) return null
  try {
    const parsed = readReceipt(receipt)
    return parsed.ok && 'today' in parsed.receipt.inputs ? (parsed.receipt as DailyReceipt) : null
  } catch {
    return null
  }
}

type WeekEnds = {
  readonly first: DailyReceipt | null
  readonly last: DailyReceipt | null
  readonly weekBefore: string
}

function weekApyOf({ first, last, weekBefore }: WeekEnds): GrowthYield['apy'] {
  if (last === null) return { value: null, reason: 'The day came without a receipt.' }
  if (first === null)
    return { value: null, reason: `The day seven days before, ${weekBefore}, is not there.` }
  const [from, to] = [dayEndOf(first.inputs.today), dayEndOf(last.inputs.today)]
  return growthYieldOf({ from, to, seconds: BigInt(weekDays) * 86_400n }).apy
}
