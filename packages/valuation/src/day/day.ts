import { BaseError } from '@vaultwright/base'

const daySeconds = 86_400n
const dayMs = 86_400_000

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
 * @throws {MalformedDayError} when it is not a day of the calendar.
 */
export function startOfDay(day: string): bigint {
  return BigInt(parseDay(day)) * daySeconds
}

/**
 * Tells the last second of a day: what a day is read at is the last block that is not after it.
 *
 * @param day - `2026-11-20`.
 * @returns unix seconds, of 23:59:59.
 * @throws {MalformedDayError} when it is not a day of the calendar.
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
 * @throws {MalformedDayError} when it is not a day of the calendar.
 */
export function shiftDay(day: string, count: number): string {
  return printDay(parseDay(day) + count)
}

/**
 * Counts the days from one day to another.
 *
 * @returns 0 for the same day, below zero when `to` comes first.
 * @throws {MalformedDayError} when one is not a day of the calendar.
 */
export function daysBetween(from: string, to: string): number {
  return parseDay(to) - parseDay(from)
}

/**
 * Lists the days of a range that are not there.
 *
 * @param from - first day.
 * @param to - last day, included.
 * @returns the others, oldest first.
 * @throws {MalformedDayError} when an end is not a day of the calendar.
 */
export function missingDays(
  from: string,
  to: string,
  present: ReadonlySet<string>,
): readonly string[] {
  const missing: string[] = []
  const last = parseDay(to)
  for (let number = parseDay(from); number <= last; number += 1) {
    const day = printDay(number)
    if (!present.has(day)) missing.push(day)
  }
  return missing
}

/** Days that are remembered: the days of every vault are the same. */
const maxDays = 16_384
const countByDay = new Map<string, number>()
const dayByCount = new Map<number, string>()

/** Days since 1970-01-01. Values of a day ask for some hundred days, and a `Date` takes a microsecond. */
function parseDay(day: string): number {
  const cached = countByDay.get(day)
  if (cached !== undefined) return cached
  const count = readDay(day)
  if (countByDay.size >= maxDays) countByDay.clear()
  countByDay.set(day, count)
  return count
}

function printDay(count: number): string {
  const cached = dayByCount.get(count)
  if (cached !== undefined) return cached
  const day = spellDay(count)
  if (dayByCount.size >= maxDays) dayByCount.clear()
  dayByCount.set(count, day)
  return day
}

function readDay(day: string): number {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new MalformedDayError(day)
  const count = countOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)))
  // There is no 30th of February.
  if (spellDay(count) !== day) throw new MalformedDayError(day)
  return count
}

const eraDays = 146_097
const eraYears = 400
/** From 0000-03-01 to 1970-01-01: years begin in March here, so that a leap day is the last of one. */
const epoch = 719_468

/** Source: the calendar of 400 years, which repeats itself: ISO 8601. */
function countOf(year: number, month: number, day: number): number {
  const from = month > 2 ? year : year - 1
  const era = Math.floor(from / eraYears)
  const remainder = from - era * eraYears
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const leaps = Math.floor(remainder / 4) - Math.floor(remainder / 100)
  return era * eraDays + remainder * 365 + leaps + inYear - epoch
}

function spellDay(count: number): string {
  const since = count + epoch
  const era = Math.floor(since / eraDays)
  const remainder = since - era * eraDays
  const leaps =
    Math.floor(remainder / 1_460) - Math.floor(remainder / 36_524) + Math.floor(remainder / 146_096)
  const years = Math.floor((remainder - leaps) / 365)
  const inYear = remainder - (365 * years + Math.floor(years / 4) - Math.floor(years / 100))
  const place = Math.floor((5 * inYear + 2) / 153)
  const day = inYear - Math.floor((153 * place + 2) / 5) + 1
  const month = place < 10 ? place + 3 : place - 9
  const year = years + era * eraYears + (month > 2 ? 0 : 1)
  if (!(year >= 0 && year <= 9_999)) return new Date(count * dayMs).toISOString().slice(0, 10)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(count: number): string {
  return count < 10 ? `0${count}` : String(count)
}

/** A text is not a day of the calendar. */
export class MalformedDayError extends BaseError {
  override readonly code = 'malformed_day'
  override readonly kind = 'damaged_data'

  constructor(day: string) {
    super({
      message: `${JSON.stringify(day.slice(0, 40))} is not a day of the calendar. Give year, month and day, as in 2026-11-20.`,
      facts: { day: day.slice(0, 40) },
    })
  }
}
