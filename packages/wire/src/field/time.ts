/**
 * Prints a time as the interface writes it.
 *
 * Source: interface, 1: ISO-8601 in UTC.
 *
 * @param unix - unix seconds · years 0 to 9999.
 * @returns `2026-11-20T23:59:59Z`.
 */
export function printTime(unix: bigint): string {
  return new Date(Number(unix) * 1000).toISOString().replace('.000Z', 'Z')
}

/**
 * Prints a time that may not be known.
 *
 * @returns as `printTime`; null for null.
 */
export function printTimeOrNull(unix: bigint | null): string | null {
  return unix === null ? null : printTime(unix)
}
