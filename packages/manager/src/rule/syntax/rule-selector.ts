import { type Hex, printHex } from '@vaultwright/base'
import { keccakBatch } from '@vaultwright/merkle'

/**
 * Names the functions of many signatures the way calldata does, in one go over the hash.
 *
 * Source: Solidity ABI specification, function selector.
 */
export function selectorsOf(signatures: readonly string[]): ReadonlyMap<string, Hex> {
  const bytes = new TextEncoder().encode(signatures.join(''))
  const offsets = new Uint32Array(signatures.length + 1)
  signatures.forEach((signature, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + signature.length
  })
  const digests = keccakBatch(bytes, offsets)
  const selectors = new Map<string, Hex>()
  signatures.forEach((signature, index) => {
    selectors.set(signature, printHex(digests.subarray(32 * index, 32 * index + 4)))
  })
  return selectors
}
