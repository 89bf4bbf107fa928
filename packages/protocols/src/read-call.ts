import type { Address, Hex } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'
import type { Read } from './reading.ts'

/** An argument that fills one word: an integer from 0, an address, or up to 32 bytes on the right. */
export type ReadArgument = bigint | Hex

/**
 * Makes a call that reads, of a function whose arguments are one word each.
 *
 * @param to - who is asked.
 * @param signature - canonical, no spaces: `balanceOf(address)`.
 * @param words - its arguments, in order.
 * @returns the call; equal calls are equal texts.
 */
export function readOf(to: Address, signature: string, words: readonly ReadArgument[] = []): Read {
  let data: string = selectorOf(signature)
  for (const word of words) data += digitsOf(word)
  return { to, data: data as Hex }
}

function digitsOf(word: ReadArgument): string {
  const digits = typeof word === 'bigint' ? word.toString(16) : word.slice(2).toLowerCase()
  return digits.padStart(64, '0')
}
