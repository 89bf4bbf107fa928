import { BaseError } from '@vaultwright/base'

const daySeconds = 86_400n
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Days from 0000-03-01, where a cycle of 400 years begins, to 1970-01-01. */
const daysBeforeEpoch = 719_468
const cycleDays = 146_097

/**
 * Tells the day that a moment lies in.
 *
 * @param unix - unix seconds, of the years 0 to 9999.
 * @returns `2026-11-20`, UTC.
 */
export function dayOf(unix: bigint): string {
  const days = unix / daySeconds - (unix % daySeconds < 0n ? 1n : 0n)
  return printDay(Number(days))
}

/**
 * Tells the first second of a day.
 *
 * @param day - `2026-11-20`.
 * @returns unix seconds.
 * @throws {MalformedDayError} when it is no day of the calendar.
 */
export function startOfDay(day: string): bigint {
  return BigInt(parseDay(day)) * daySeconds
}

/**
 * Tells the last second of a day: what a day is read at is the last block that is not after it.
 *
 * @param day - `2026-11-20`.
 * @returns unix seconds, of 23:59:59.
 * @throws {MalformedDayError} when it is no day of the calendar.
 */
export function endOfDay(day: string): bigint {
  return startOfDay(day) + daySeconds - 1n
}

/**
 * Counts days on from a day, or back.
 *
 * @param day - `2026-11-20`.
 * @param count - whole days, below zero for back.
 * @returns the day that many days after.
 * @throws {MalformedDayError} when it is no day of the calendar.
 */
export function shiftDay(day: string, count: number): string {
  return printDay(parseDay(day) + count)
}

/**
 * Counts the days from one day to another.
 *
 * @returns 0 for the same day, below zero when `to` comes first.
 * @throws {MalformedDayError} when one is no day of the calendar.
 */
export function daysBetween(from: string, to: string): number {
  return parseDay(to) - parseDay(from)
}

/**
 * Lists the days that a span of time touches.
 *
 * @param fromUnix - unix seconds.
 * @param toUnix - unix seconds, included.
 * @returns days, oldest first; none when `toUnix` comes before.
 */
export function daysOf(fromUnix: bigint, toUnix: bigint): readonly string[] {
  return toUnix < fromUnix ? [] : missingDays(dayOf(fromUnix), dayOf(toUnix), new Set())
}

/**
 * Lists the days of a range that are not there.
 *
 * @param from - first day.
 * @param to - last day, included.
 * @returns the others, oldest first.
 * @throws {MalformedDayError} when an end is no day of the calendar.
 */
export function missingDays(
  from: string,
  to: string,
  present: ReadonlySet<string>,
): readonly string[] {
  const missing: string[] = []
  const last = parseDay(to)
  for (let at = parseDay(from); at <= last; at += 1) {
    const day = printDay(at)
    if (!present.has(day)) missing.push(day)
  }
  return missing
}

/** Days since 1970-01-01. The year is counted from March on, so that a leap day is its last. */
function parseDay(day: string): number {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (match === null) throw new MalformedDayError(day)
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (date < 1 || date > lengthOf(year, month)) throw new MalformedDayError(day)
  const march = (month + 9) % 12
  const turned = month > 2 ? year : year - 1
  const leaps = Math.floor(turned / 4) - Math.floor(turned / 100) + Math.floor(turned / 400)
  return turned * 365 + leaps + Math.floor((march * 153 + 2) / 5) + date - 1 - daysBeforeEpoch
}

function printDay(count: number): string {
  const days = count + daysBeforeEpoch
  const cycle = Math.floor(days / cycleDays)
  const inCycle = days - cycle * cycleDays
  const years = Math.floor(
    (inCycle -
      Math.floor(inCycle / 1460) +
      Math.floor(inCycle / 36_524) -
      Math.floor(inCycle / 146_096)) /
      365,
  )
  const inYear = inCycle - (365 * years + Math.floor(years / 4) - Math.floor(years / 100))
  const march = Math.floor((5 * inYear + 2) / 153)
  const date = inYear - Math.floor((153 * march + 2) / 5) + 1
  const month = march < 10 ? march + 3 : march - 9
  const year = cycle * 400 + years + (month <= 2 ? 1 : 0)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(date, 2)}`
}

/** 0 for what is no month. */
function lengthOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 0)
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

/** A text is no day of the calendar. */
export class MalformedDayError extends BaseError {
  override readonly code = 'malformed_day'
  override readonly kind = 'damaged_data'

  constructor(day: string) {
    super({
      message: `${JSON.stringify(day.slice(0, 40))} is no day of the calendar. Give year, month and day, as in 2026-11-20.`,
      facts: { day: day.slice(0, 40) },
    })
  }
}
