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
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
}
