import type { Address } from '@vaultwright/base'
import { printGrouped } from '@vaultwright/builder'
import type { SwapToken } from '@vaultwright/swap'

/** A token as people call it; its address where it has no symbol. */
export function printToken({ symbol, address }: SwapToken): string {
  return symbol ?? address
}

/** An amount with its token: `1,957.703388 USDC`. */
export function printAmount(amount: bigint, token: SwapToken): string {
  if (token.decimals === null) return `${amount} base units of ${printToken(token)}`
  return `${printGrouped(amount, token.decimals)} ${printToken(token)}`
}

/** Finds what is known of a token among some; nothing but its address where it is not one of them. */
export function tokenAmong(tokens: readonly SwapToken[], address: Address): SwapToken {
  const key = address.toLowerCase()
  return (
    tokens.find((token) => token.address.toLowerCase() === key) ?? {
      address,
      symbol: null,
      decimals: null,
    }
  )
}

/** The parameters that distinguish a way of a route: `fee 500`. */
export function printParams(params: Readonly<Record<string, string>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}
