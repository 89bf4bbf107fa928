import type { Hex } from '@vaultwright/base'
import type { DecoderRead, DecoderReadValue } from '@vaultwright/manager'
import type { EthCallResult } from '@vaultwright/outcome'
import { type AbiFunction, encodeFunctionData, parseAbiItem } from 'viem'

/**
 * Encodes the call that a read of a rule makes.
 *
 * @returns calldata; null when its arguments are none of its function.
 */
export function encodeRead(read: DecoderRead): Hex | null {
  try {
    const item = parseAbiItem([`function ${read.function}`] as readonly string[]) as AbiFunction
    const args = read.arguments.map((text) => (/^-?\d+$/.test(text) ? BigInt(text) : text))
    return encodeFunctionData({ abi: [item], args })
  } catch {
    return null
  }
}

/**
 * Takes the value of a read out of an answer.
 *
 * @param read - type and position of the value.
 * @returns one word of the answer, or the list that is all of it; null when it is not there.
 */
export function decodeRead(
  answer: EthCallResult,
  { type, position }: DecoderRead,
): DecoderReadValue | null {
  if (!answer.ok) return null
  const words = answer.data.slice(2).match(/.{64}/g) ?? []
  if (!type.endsWith('[]')) {
    return words[position] === undefined ? null : printWord(words[position], type)
  }
  const count = Number(BigInt(`0x${words[1] ?? '0'}`))
  const items = words.slice(2, 2 + count)
  if (position !== 0 || words[1] === undefined || items.length !== count) return null
  return items.map((word) => printWord(word, type.slice(0, -2)))
}

function printWord(word: string, type: string): string {
  return type === 'address' ? `0x${word.slice(24)}` : BigInt(`0x${word}`).toString()
}
