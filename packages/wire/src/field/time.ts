const daySeconds = 86_400n

/**
 * Prints a time as the interface writes it.
 *
 * Source: interface, 1: ISO-8601 in UTC.
 *
 * @param unix - unix seconds · years 0 to 9999.
 * @returns `2026-11-20T23:59:59Z`.
 */
export function printTime(unix: bigint): string {
  const days = unix / daySeconds - (unix % daySeconds < 0n ? 1n : 0n)
  const seconds = Number(unix - days * daySeconds)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${printDay(Number(days))}T${parts.map((part) => padded(part, 2)).join(':')}Z`
}

/**
 * Prints a time that may not be known.
 *
 * @returns as `printTime`; null for null.
 */
export function printTimeOrNull(unix: bigint | null): string | null {
  return unix === null ? null : printTime(unix)
}

/**
 * Prints the day that is so many days after 1970-01-01.
 *
 * Years are counted from March, so that the leap day is the last of its year.
 * Source: proleptic Gregorian calendar, 400 years of 146,097 days.
 */
function printDay(days: number): string {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const leaps = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096)
  const yearOfEra = Math.floor((ofEra - leaps) / 365)
  const start = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const ofYear = ofEra - start
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + 400 * era + (month <= 2 ? 1 : 0)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}
