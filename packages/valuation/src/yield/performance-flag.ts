import type { Flag, Known } from '../base/known-value.ts'
import { unitsOf } from '../base/ratio.ts'
import type { ChainDays } from '../day/chain-day.ts'
import { dayEndOf } from '../day/daily.ts'
import { shareFlagsOf } from '../day/day-flag.ts'
import { unpricedOf } from '../day/worth.ts'
import { worthFlagsOf } from '../day/worth-flag.ts'
import { fallFlagsOf } from '../growth/growth-yield.ts'
import type { Week } from './gross-yield.ts'

/** A residual beyond this is flagged: 0.01 in units of 10^-18. */
const residualLimit = 10n ** 16n

/**
 * Tells what whoever reads the yield of a week must know of its days.
 *
 * @returns flags of the last day's share, of a price that fell, of pauses on the way.
 */
export function weekFlagsOf({ last, first, between }: Week): readonly Flag[] {
  const start = first === null ? null : dayEndOf(first)
  const paused = [start, ...between].flatMap((end) => (end?.isPaused === true ? [end.day] : []))
  const flags = [...shareFlagsOf(last), ...fallFlagsOf(start, dayEndOf(last))]
  if (paused.length === 0) return flags
  const reason = `The accountant was paused at the end of ${paused.join(', ')}.`
  return [...flags, { flag: 'paused', reason }]
}

/** Tells what whoever reads a breakdown must know of the chains it is made from. */
export function chainFlagsOf({ days, missing }: ChainDays): readonly Flag[] {
  const flags = days.flatMap(({ chain, last, worth }) =>
    worthFlagsOf(last, worth).map(({ flag, reason }) => ({ flag, reason: `${chain}: ${reason}` })),
  )
  if (missing.length === 0) return flags
  const reason = `The day was not measured on: ${missing.join(', ')}.`
  return [...flags, { flag: 'partial', reason }]
}

/**
 * Tells what no yield of a breakdown counts, because nobody knows what it is worth.
 *
 * @returns a flag that names each such holding with its chain; none when all have a worth.
 */
export function unpricedFlagsOf({ days }: ChainDays): readonly Flag[] {
  const told = days.flatMap(({ chain, worth }) =>
    unpricedOf(worth.holdings).map((one) => `${chain}: ${one}`),
  )
  if (told.length === 0) return []
  return [{ flag: 'partial', reason: `The yields leave out: ${told.sort().join(' ')}` }]
}

/** Tells of a yield that its parts do not explain. */
export function residualFlagsOf({ value }: Known<string>): readonly Flag[] {
  if (value === null) return []
  const units = unitsOf(value, 18)
  if (units <= residualLimit && units >= -residualLimit) return []
  return [{ flag: 'unexplained', reason: `The parts leave ${value} a year unexplained.` }]
}
