/**
 * Turns an exact decimal into the nearest double, for the fields that the interface states as numbers.
 *
 * @returns a finite number: what lies beyond the doubles becomes the largest of them, as JSON has no infinity.
 */
export function numberOf(decimal: string): number {
  const value = Number(decimal)
  if (Number.isFinite(value)) return value
  return decimal.startsWith('-') ? -Number.MAX_VALUE : Number.MAX_VALUE
}

/**
 * Turns an exact decimal that may not be known into a number.
 *
 * @returns as `numberOf`; null for null, never zero.
 */
export function numberOrNull(decimal: string | null): number | null {
  return decimal === null ? null : numberOf(decimal)
}

/** Spells what `numberOrNull` gives as JSON. */
export function numberText(decimal: string | null): string {
  return decimal === null ? 'null' : String(numberOf(decimal))
}

/** Spells an exact decimal that may not be known as JSON: digits need no escape. */
export function decimalText(decimal: string | null): string {
  return decimal === null ? 'null' : `"${decimal}"`
}
