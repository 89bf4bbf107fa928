import { dayOf } from '@vaultwright/valuation'

/**
 * Prints a time as the interface writes it.
 *
 * Source: interface, 1: ISO-8601 in UTC.
 *
 * @param unix - unix seconds · years 0 to 9999.
 * @returns `2026-11-20T23:59:59Z`.
 */
export function printTime(unix: bigint): string {
  const seconds = Number(unix)
  const secondOfDay = seconds - Math.floor(seconds / daySeconds) * daySeconds
  const minutes = Math.floor(secondOfDay / 60)
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[secondOfDay % 60]}`
  return `${dayOf(unix)}T${time}Z`
}

const daySeconds = 86_400
/** A `Date` takes a microsecond or two, and a page has a hundred times. */
const twoDigits = Array.from({ length: 60 }, (_, count) => String(count).padStart(2, '0'))

/**
 * Prints a time that may not be known.
 *
 * @returns as `printTime`; null for null.
 */
export function printTimeOrNull(unix: bigint | null): string | null {
  return unix === null ? null : printTime(unix)
}
