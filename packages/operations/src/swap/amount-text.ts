import type { Address } from '@vaultwright/base'
import { printGrouped } from '@vaultwright/builder'

/** A token that an amount is counted in. */
export type AmountToken = {
  readonly address: Address
  readonly symbol?: string | null
  readonly decimals: number | null
}

/** Prints an amount for a sentence: in display units with separators; base units where decimals are unknown. */
export function amountText(amount: bigint, { address, symbol, decimals }: AmountToken): string {
  if (decimals === null) return `${printGrouped(amount, 0)} base units of ${address}`
  return `${printGrouped(amount, decimals)} ${symbol ?? `of ${address}`}`
}
