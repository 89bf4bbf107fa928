import type { Address } from '@vaultwright/base'

/** An ERC-20 token on one chain. */
export type KnownToken = {
  readonly chainId: number
  /** EIP-55. */
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
  /** The publication of address and decimals. */
  readonly source: string
  /** True if the token refuses to change an allowance that is not zero, so that a builder must set zero first. */
  readonly resetsApproval: boolean
  /** Present on the wrapped native coin of the chain, with `deposit()` and `withdraw(uint256)`. */
  readonly kind?: 'wrapped_native'
}

/** The traits that set a token apart from a plain one. */
export type TokenTraits = {
  readonly resetsApproval?: true
  readonly kind?: 'wrapped_native'
}

/** One token as the files of this folder write it. */
export type TokenRow = readonly [
  symbol: string,
  decimals: number,
  address: Address,
  traits?: TokenTraits,
]

/**
 * Makes tokens of a chain out of rows that have one source.
 *
 * @returns the tokens in the order of the rows.
 */
export function tokensFrom(
  chainId: number,
  source: string,
  rows: readonly TokenRow[],
): readonly KnownToken[] {
  return rows.map(([symbol, decimals, address, traits]) => ({
    chainId,
    address,
    symbol,
    decimals,
    source,
    resetsApproval: false,
    ...traits,
  }))
}
