/**
 * Prints an amount in whole units, exactly.
 *
 * @param amount - base units, negative ones too.
 * @param decimals - of the unit, from 0.
 * @returns decimal digits without zeros at the end: `0.4`, `-25`.
 */
export function printUnits(amount: bigint, decimals: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  let end = digits.length
  while (end > whole.length && digits.charCodeAt(end - 1) === zero) end -= 1
  const fraction = digits.slice(whole.length, end)
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const zero = '0'.charCodeAt(0)
