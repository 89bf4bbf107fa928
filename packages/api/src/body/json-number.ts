/**
 * Tells whether a number survives being read as a double and written again.
 *
 * 0.1 does, although no double is a tenth: what comes back is 0.1. 9007199254740993, 1e400 and
 * 0.1000000000000000055 do not.
 */
export function isExact(text: string): boolean {
  // Up to 15 digits always survive. Source: IEEE 754, DBL_DIG.
  if (text.length <= 15 && !/[eE]/.test(text)) return true
  const value = Number(text)
  if (!Number.isFinite(value)) return false
  const given = canonicalOf(text)
  const read = canonicalOf(String(value))
  return given.digits === read.digits && (given.digits === '' || given.exponent === read.exponent)
}

type Canonical = { readonly digits: string; readonly exponent: number }

/** Digits without zeros at either end, and the power of ten that the last one stands for. */
function canonicalOf(text: string): Canonical {
  const [mantissa, power = '0'] = text.replace(/^-/, '').split(/e/i) as [string, string?]
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?]
  const all = whole + fraction
  const kept = withoutEndZeros(all)
  const exponent = Number(power) - fraction.length + (all.length - kept.length)
  return { digits: kept.replace(/^0+/, ''), exponent }
}

/** By hand: a pattern for zeros at the end tries each zero in the middle too, and theirs may be a million. */
function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--
  return digits.slice(0, end)
}
