import type { Address } from '@vaultwright/base'
import { arbitrumTokens } from './arbitrum.ts'
import { baseTokens } from './base.ts'
import { mainnetTokens } from './mainnet.ts'
import { optimismTokens } from './optimism.ts'
import { otherChainTokens } from './other-chain.ts'
import type { KnownToken } from './row.ts'

/** Every token on record, Ethereum first. A token that is not here is no worse for it: its vault definition names it. */
export const knownTokens: readonly KnownToken[] = [
  ...mainnetTokens,
  ...baseTokens,
  ...arbitrumTokens,
  ...optimismTokens,
  ...otherChainTokens,
]

/** Tokens of a chain. */
type ChainTokens = {
  /** By address in lower case. */
  readonly byAddress: Map<string, KnownToken>
  /** Null for a symbol of several. */
  readonly bySymbol: Map<string, KnownToken | null>
}

const byChain = new Map<number, ChainTokens>()
const wrappedNatives = new Map<number, Address>()

for (const token of knownTokens) {
  const ofChain = byChain.get(token.chainId) ?? { byAddress: new Map(), bySymbol: new Map() }
  byChain.set(token.chainId, ofChain)
  ofChain.byAddress.set(token.address.toLowerCase(), token)
  ofChain.bySymbol.set(token.symbol, ofChain.bySymbol.has(token.symbol) ? null : token)
  if (token.kind === 'wrapped_native') wrappedNatives.set(token.chainId, token.address)
}

/**
 * Finds a token on record.
 *
 * @param chainId - as in 1.
 * @param addressOrSymbol - address in any letter case, or symbol exactly as written, as in `wstETH`.
 * @returns the token; null when it is not on record, or when two tokens of the chain share the symbol.
 */
export function tokenOf(chainId: number, addressOrSymbol: string): KnownToken | null {
  const ofChain = byChain.get(chainId)
  if (ofChain === undefined) return null
  return (
    ofChain.byAddress.get(addressOrSymbol.toLowerCase()) ??
    ofChain.bySymbol.get(addressOrSymbol) ??
    null
  )
}

/**
 * Finds the ERC-20 form of a chain's native coin.
 *
 * @param chainId - as in 1.
 * @returns its address, EIP-55; null when none is on record.
 */
export function wrappedNativeOf(chainId: number): Address | null {
  return wrappedNatives.get(chainId) ?? null
}
