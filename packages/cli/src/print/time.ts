/** Prints a time as the interface does. */
export function printTime(unix: bigint): string {
  return new Date(Number(unix) * 1000).toISOString().replace('.000', '')
}

/**
 * Prints a time that may not be.
 *
 * @returns as {@link printTime}; null for null.
 */
export function printTimeOrNull(unix: bigint | null): string | null {
  return unix === null ? null : printTime(unix)
}
