import { printUnits } from '@vaultwright/base'

/**
 * Works out what an amount is worth, exactly.
 *
 * @param amount - base units.
 * @param decimals - of the token · from 0.
 * @param usd - exact decimal, for one whole token.
 * @returns exact decimal, without zeros at the end.
 */
export function dollarsOf(amount: bigint, decimals: number, usd: string): string {
  const [whole = '0', fraction = ''] = usd.split('.')
  return printUnits(amount * BigInt(`${whole}${fraction}`), decimals + fraction.length)
}
