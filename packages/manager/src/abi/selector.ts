import { type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'

/** Cleared when full: to order it by use would cost each leaf of a tree more than a rare second hash. */
const selectorCache = new Map<string, Hex>()
const selectorCacheLimit = 8192
const encoder = new TextEncoder()

/**
 * Names the function of a signature the way calldata does.
 *
 * Answers are remembered: a tree repeats few signatures many times.
 * Source: Solidity ABI specification, function selector.
 *
 * @param signature - canonical, no spaces, as in `transfer(address,uint256)` · empty for padding.
 * @returns the first 4 bytes of the signature's keccak-256.
 */
export function selectorOf(signature: string): Hex {
  const cached = selectorCache.get(signature)
  if (cached !== undefined) return cached
  const selector = printHex(keccak256(encoder.encode(signature)).subarray(0, 4))
  if (selectorCache.size >= selectorCacheLimit) selectorCache.clear()
  selectorCache.set(signature, selector)
  return selector
}
