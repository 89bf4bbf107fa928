import type { Machine } from './machine/rule-machine.ts'
import { wordAt } from './machine/rule-machine.ts'
import { computedOf, fieldTraitOf, type RecordValue, type Trait, type Value } from './rule-value.ts'

/** Looks up an entry of the router's address list; says so in the machine when it is not known. */
export type ListedAddress = (machine: Machine, position: bigint) => bigint

const accounts = [
  'inputToken',
  'outputToken',
  'executor',
  'inputReceiver',
  'outputReceiver',
] as const
const numbers = ['inputAmount', 'outputQuote', 'outputMin'] as const
const names = [...accounts, ...numbers]

/** All of what is quoted, as slippage is counted. */
const wholeSlippage = 0xffffffn

/** Stands for an output receiver of the router's list: decoders pack it and look nothing up. */
const listedReceiver = 0xfffffffffffffffffffffffffffffffffffffffen

/**
 * Makes the record that Odos packs into the calldata of `swapCompact()`.
 *
 * Tokens, two amounts with their lengths, three bytes of slippage, then executor and receivers. An
 * address is a code of two bytes: 0 the zero address, 1 the next 20 bytes, more a place in the router's list.
 * What lies past the end of the calldata reads as zero. An output receiver of the list is never
 * looked up: decoders pack 0xff…fe for it. `outputMin` is what the router demands: the quote less slippage.
 * Source: OdosRouterV2.swapCompact.
 */
export function odosCompactOf(listed: ListedAddress, trait: Trait): RecordValue {
  const field = (name: string): Value | null => {
    const position = (names as readonly string[]).indexOf(name)
    if (position < 0) return null
    if (position >= accounts.length) {
      const number = (machine: Machine) => numberOf(machine.data, name as (typeof numbers)[number])
      return computedOf('uint256', number, fieldTraitOf(trait, name, position))
    }
    const big = (machine: Machine) => {
      const offset = placesOf(machine.data)[position] ?? 0
      const code = Number(wordAt(machine.data, offset, 2))
      if (code === 0) return 0n
      if (code === 1) return wordAt(machine.data, offset + 2, 20)
      return name === 'outputReceiver' ? listedReceiver : listed(machine, BigInt(code - 2))
    }
    return computedOf('address', big, fieldTraitOf(trait, name, position))
  }
  return { kind: 'record', names, field, ...trait }
}

/** Finds where the five addresses start, in the order of their names. */
function placesOf(data: Uint8Array): readonly number[] {
  const input = 4
  const output = input + widthAt(data, input)
  const inputAmount = output + widthAt(data, output)
  const quote = inputAmount + 1 + (data[inputAmount] ?? 0)
  const executor = quote + 1 + (data[quote] ?? 0) + 3
  const inputReceiver = executor + widthAt(data, executor)
  const outputReceiver = inputReceiver + widthAt(data, inputReceiver)
  return [input, output, executor, inputReceiver, outputReceiver]
}

/** Reads an amount, or the least: what is quoted, less the slippage in the three bytes behind it. */
function numberOf(data: Uint8Array, name: (typeof numbers)[number]): bigint {
  const output = 4 + widthAt(data, 4)
  const input = output + widthAt(data, output)
  if (name === 'inputAmount') return sizedAt(data, input)
  const quote = input + 1 + (data[input] ?? 0)
  if (name === 'outputQuote') return sizedAt(data, quote)
  const slippage = wordAt(data, quote + 1 + (data[quote] ?? 0), 3)
  return (sizedAt(data, quote) * (wholeSlippage - slippage)) / wholeSlippage
}

/** A number after the count of its bytes; the last 32 of more count. */
function sizedAt(data: Uint8Array, at: number): bigint {
  const width = data[at] ?? 0
  const size = Math.min(width, 32)
  return size === 0 ? 0n : wordAt(data, at + 1 + width - size, size)
}

function widthAt(data: Uint8Array, at: number): number {
  return data[at] === 0 && data[at + 1] === 1 ? 22 : 2
}
