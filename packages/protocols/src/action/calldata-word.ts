import type { Hex } from '@vaultwright/base'

/**
 * Reads one word of the arguments in calldata, where everything before it has a fixed length.
 *
 * @returns the word as a number; null when the calldata ends before it.
 */
export function wordIn(calldata: Hex, index: number): bigint | null {
  const from = 10 + 64 * index
  const word = calldata.slice(from, from + 64)
  return word.length === 64 ? BigInt(`0x${word}`) : null
}
