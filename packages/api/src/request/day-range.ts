import { BaseError } from '@vaultwright/base'
import type { DayRange, MomentRange } from '@vaultwright/store'
import { MalformedDayError, startOfDay } from '@vaultwright/valuation'
import { printTime } from '@vaultwright/wire'

/** Since when and until when, unix seconds; null where the caller did not say. */
export type TimeRange = {
  readonly fromUnix: bigint | null
  /** As it was given: of a day its start. */
  readonly toUnix: bigint | null
  /** The last second that is included: of a day its end. */
  readonly untilUnix: bigint | null
}

/** The range that an answer covers. */
export type CoveredRange = {
  /** Days to look at, and the moments that a point of them must have, all included; null for nothing. */
  readonly days: (DayRange & MomentRange) | null
  /**
   * As supplied, else the first and the last day that there is; null when there is none. `from` is never
   * later than `to`: an end that was left out is where the other one is, if that is beyond all days.
   */
  readonly meta: { readonly from: string | null; readonly to: string | null }
}

/**
 * Reads the range of a request.
 *
 * Source: interface, 4.11: ISO-8601 in UTC; `to` must be later than `from`.
 *
 * @throws {InvalidDayRangeError} when one is malformed, or `to` is not later than `from`.
 */
export function readTimeRange(query: { readonly from?: string; readonly to?: string }): TimeRange {
  const fromUnix = query.from === undefined ? null : readTime('from', query.from)
  const toUnix = query.to === undefined ? null : readTime('to', query.to)
  const isDay = query.to !== undefined && !query.to.includes('T')
  const untilUnix = toUnix === null ? null : toUnix + (isDay ? daySeconds - 1n : 0n)
  if (fromUnix !== null && toUnix !== null && toUnix <= fromUnix) {
    throw new InvalidDayRangeError('`to` must be later than `from`', {
      from: query.from ?? null,
      to: query.to ?? null,
    })
  }
  return { fromUnix, toUnix, untilUnix }
}

/**
 * Finds the days that a range covers.
 *
 * @returns the days, the moments of both ends included, and what the answer says of them.
 */
export function coveredRange(asked: TimeRange, storedRange: DayRange | null): CoveredRange {
  const { fromUnix, toUnix, untilUnix } = asked
  const first = fromUnix === null ? startOf(storedRange?.from) : printTime(fromUnix)
  const last = toUnix === null ? startOf(storedRange?.to) : printTime(toUnix)
  if (storedRange === null || first === null || last === null) {
    return { days: null, meta: { from: first, to: last } }
  }
  const meta = {
    from: fromUnix === null && last < first ? last : first,
    to: toUnix === null && last < first ? first : last,
  }
  const days = { from: first.slice(0, 10), to: last.slice(0, 10) }
  return { days: { ...days, sinceUnix: fromUnix, untilUnix }, meta }
}

function startOf(day: string | undefined): string | null {
  return day === undefined ? null : `${day}T00:00:00Z`
}

const daySeconds = 86_400n

const shape =
  /^(?<day>\d{4}-\d\d-\d\d)(?:T(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:\.\d{1,9})?)?(?:Z|(?<sign>[+-])(?<offHour>[01]\d|2[0-3]):(?<offMinute>[0-5]\d)))?$/

/** The first and the last second that four digits of a year can name. */
const [firstUnix, lastUnix] = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map(
  (text) => Date.parse(text) / 1000,
) as [number, number]

function readTime(name: string, text: string): bigint {
  const parts = shape.exec(text)?.groups
  const day = parts?.day === undefined ? null : startUnixOf(parts.day)
  if (parts === undefined || day === null) throw malformed(name, text)
  const seconds = secondsOf(parts.hour, parts.minute) + Number(parts.second ?? 0)
  const offset = secondsOf(parts.offHour, parts.offMinute) * (parts.sign === '-' ? -1 : 1)
  const unix = day + seconds - offset
  if (unix < firstUnix || unix > lastUnix) throw malformed(name, text)
  return BigInt(unix)
}

function startUnixOf(day: string): number | null {
  try {
    return Number(startOfDay(day))
  } catch (failure) {
    if (failure instanceof MalformedDayError) return null
    throw failure
  }
}

function secondsOf(hours: string | undefined, minutes: string | undefined): number {
  return 3600 * Number(hours ?? 0) + 60 * Number(minutes ?? 0)
}

function malformed(name: string, text: string): InvalidDayRangeError {
  const reason = `\`${name}\` must be a day as in 2026-11-01 or a time with its zone as in 2026-11-01T12:00:00Z (in a query, write + as %2B)`
  return new InvalidDayRangeError(reason, { [name]: text })
}

/** The range of days that is asked for is none. */
export class InvalidDayRangeError extends BaseError {
  override readonly code = 'validation_failed'
  override readonly kind = 'invalid_input'

  constructor(why: string, given: { readonly [name: string]: string | null }) {
    super({ message: `The range is not valid: ${why}. Correct it and ask again.`, facts: given })
  }
}
