import { printUnits } from '@vaultwright/base'

/** Prints an amount in display units; in base units where the decimals are unknown. */
export function amountText(amount: bigint, decimals: number | null): string {
  return decimals === null ? `${amount} base units` : printUnits(amount, decimals)
}

/** Writes an amount that was put in as exact decimals are written: no zeros at the end. */
export function plainAmount(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Counts an amount in base units; null where the decimals are unknown, or do not hold it. */
export function baseUnitsOf(text: string, decimals: number | null): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,78})(?:\.(\d{1,77}))?$/.exec(plainAmount(text)) ?? []
  if (whole === undefined || decimals === null || fraction.length > decimals) return null
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
