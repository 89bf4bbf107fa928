/**
 * Reads a `Retry-After` header.
 *
 * @returns seconds from now, never less than 0; null when the text is neither.
 */
export function parseRetryAfter(text: string, nowMs: number): number | null {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text)
  const unix = unixOf(text.trim())
  return unix === null ? null : Math.max(0, Math.ceil(unix - nowMs / 1000))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const httpDate = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/

/** By hand: this room names no clock, and the date object is one. */
function unixOf(text: string): number | null {
  const [, day, month, year, hour, minute, second] = httpDate.exec(text) ?? []
  const place = months.indexOf(month ?? '')
  if (place < 0) return null
  const days = daysOf(Number(year), place + 1) + Number(day) - 1
  return ((days * 24 + Number(hour)) * 60 + Number(minute)) * 60 + Number(second)
}

/** Days from 1970-01-01 to the first of a month; years begin in March, so that a leap day is last. */
function daysOf(year: number, month: number): number {
  const from = month > 2 ? year : year - 1
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5)
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  return from * 365 + leaps + inYear - 719_468
}
