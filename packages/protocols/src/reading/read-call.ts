import type { Address, Hex } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'
import type { ContractRead } from './reading.ts'

/** An argument that fills one word: an integer from 0, an address, or up to 32 bytes on the right. */
export type ReadArgument = bigint | Hex

/** Makes a call that reads, of a function whose arguments are one word each. */
export function readOf(
  to: Address,
  signature: string,
  words: readonly ReadArgument[] = [],
): ContractRead {
  const [first] = words
  if (words.length === 1 && typeof first === 'string') {
    return { to, data: cachedCalldata(signature, first) }
  }
  let data: string = selectorOf(signature)
  for (const word of words) data += digitsOf(word)
  return { to, data: data as Hex }
}

/** By signature: the same few accounts are asked about everywhere, and a text that is made once is hashed once. */
const memory = new Map<string, Map<Hex, Hex>>()
const memorySize = 512

function cachedCalldata(signature: string, word: Hex): Hex {
  const dataByArgument = memory.get(signature) ?? new Map<Hex, Hex>()
  memory.set(signature, dataByArgument)
  const data = dataByArgument.get(word)
  if (data !== undefined) return data
  const callData: Hex = `${selectorOf(signature)}${digitsOf(word)}`
  if (dataByArgument.size >= memorySize) dataByArgument.clear()
  dataByArgument.set(word, callData)
  return callData
}

function digitsOf(word: ReadArgument): string {
  const digits = typeof word === 'bigint' ? word.toString(16) : word.slice(2).toLowerCase()
  return digits.padStart(64, '0')
}
