import type { Hex } from '@vaultwright/base'
import type { AbiTuple, AbiType } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'
import { encodeTuple } from '../abi/call-encode.ts'
import type { Hints } from './hint.ts'
import type { Random } from './random.ts'

/** The context of drawn values. */
export type DrawContext = {
  readonly random: Random
  readonly hints: Hints
  /** Accounts that mean something: answers of reads, others of the same call. */
  readonly accounts: readonly Hex[]
  /** The content of every list; drawn for each where it is null. */
  readonly length: number | null
  /** `zeros` and `most` draw the ends of every type. */
  readonly style: 'mixed' | 'zeros' | 'most' | 'distinct'
  /** The number of byte strings around the value. Default: 0. */
  readonly depth?: number
}

/** Draws a value of an ABI type. */
export function drawValue(type: AbiType, context: DrawContext): AbiValue {
  switch (type.kind) {
    case 'word':
      return drawWord(type.name, context)
    case 'bytes':
      return type.name === 'string' ? drawText(context) : drawBytes(context)
    case 'tuple':
      return drawTuple(type, context)
    case 'array': {
      const length = type.length ?? lengthOf(context)
      return Array.from({ length }, () => drawValue(type.element, context))
    }
  }
}

/** Draws the fields of a tuple. */
export function drawTuple(type: AbiTuple, context: DrawContext): readonly AbiValue[] {
  return type.fields.map((field) => drawValue(field.type, context))
}

function lengthOf({ random, length, style }: DrawContext): number {
  if (length !== null) return length
  if (style === 'zeros') return 0
  return random.pick([0, 1, 1, 2, 2, 3])
}

function drawWord(name: string, context: DrawContext): AbiValue {
  const { random, style } = context
  if (name === 'address') return drawAccount(context)
  if (name === 'bool') return style === 'mixed' ? random.chance(0.5) : style === 'most'
  const size = Number(/\d+$/.exec(name)?.[0] ?? 256)
  if (name.startsWith('bytes')) return drawFixedBytes(size, context)
  const drawn = drawNumber(size, context)
  if (!name.startsWith('int')) return drawn
  return style === 'most' ? (1n << BigInt(size - 1)) - 1n : BigInt.asIntN(size, drawn)
}

function drawAccount({ random, accounts, style }: DrawContext): Hex {
  if (style === 'zeros') return `0x${'0'.repeat(40)}`
  if (style === 'most') return `0x${'f'.repeat(40)}`
  if (style === 'distinct') return random.bytes(20)
  const way = random.below(20)
  if (way < 5 && accounts.length > 0) return random.pick(accounts)
  if (way === 5) return `0x${'0'.repeat(40)}`
  if (way === 6) return `0x${'f'.repeat(40)}`
  if (way === 7) return `0x${'1'.padStart(40, '0')}`
  return random.bytes(20)
}

function drawFixedBytes(size: number, { random, hints, accounts, style }: DrawContext): Hex {
  if (style === 'zeros') return `0x${'00'.repeat(size)}`
  if (style === 'most') return `0x${'ff'.repeat(size)}`
  const way = style === 'distinct' ? 9 : random.below(10)
  const fitting = hints.numbers.filter((number) => number >> BigInt(8 * size) === 0n)
  if (way < 3 && fitting.length > 0) return hexOf(random.pick(fitting), size)
  if (way === 3) return `0x${'00'.repeat(size)}`
  if (way === 4) return `0x${'ff'.repeat(size)}`
  if (way < 7 && size === 32) {
    const account = accounts.length > 0 && random.chance(0.5) ? random.pick(accounts) : null
    return hexOf(account === null ? random.bits(160) : BigInt(account), 32)
  }
  return random.bytes(size)
}

function drawNumber(size: number, { random, hints, accounts, style }: DrawContext): bigint {
  if (style === 'zeros') return 0n
  if (style === 'most') return (1n << BigInt(size)) - 1n
  const way = style === 'distinct' ? 19 : random.below(20)
  const fitting = hints.numbers.filter((number) => number >> BigInt(size) === 0n)
  if (way < 5 && fitting.length > 0) {
    const beside = random.pick([0n, 0n, 0n, 1n, -1n])
    return BigInt.asUintN(size, random.pick(fitting) + beside)
  }
  if (way < 8) return BigInt(random.below(10))
  if (way === 8) return 0n
  if (way === 9) return (1n << BigInt(size)) - 1n
  if (way === 10) return random.bits(Math.max(1, random.below(size)))
  if (way === 11 && size >= 160 && accounts.length > 0) return BigInt(random.pick(accounts))
  // Ids of things that exist are small.
  if (way < 14 && size >= 16) return BigInt(random.below(1_000))
  return random.bits(size)
}

function drawText({ random, style }: DrawContext): string {
  if (style === 'zeros' || style === 'distinct') return ''
  return random.pick(['', '', 'a', 'order 77', 'a text that is longer than one word of calldata'])
}

/** Bytes hold nothing, what a rule says they hold, or anything. */
function drawBytes(context: DrawContext): Hex {
  const { random, hints, style, depth = 0 } = context
  if (style === 'zeros' || style === 'distinct') return '0x'
  const way = random.below(10)
  if (way < 3) return '0x'
  if (way < 7 && depth < 3 && hints.encodings.length > 0)
    return drawEncoding({ ...context, depth: depth + 1 })
  if (way < 9 && hints.layouts.length > 0) return drawRecords(random.pick(hints.layouts), random)
  if (way === 7) return hexOf(random.bits(160), 32)
  if (way === 8 && hints.numbers.length > 0) {
    const list = Array.from({ length: 1 + random.below(3) }, () => random.pick(hints.numbers))
    return `0x${list.map((number) => BigInt.asUintN(8, number).toString(16).padStart(2, '0')).join('')}`
  }
  return random.bytes(random.pick([1, 4, 20, 31, 32, 33, 64, random.below(100)]))
}

function drawEncoding(context: DrawContext): Hex {
  const { random, hints } = context
  const { selector, type } = random.pick(hints.encodings)
  const values = drawTuple(type, context)
  const body = encodeTuple(type, values).slice(2)
  if (selector !== null) return `${selector}${body}`
  const tags = hints.numbers.filter((number) => number > 0xffffffn && number >> 32n === 0n)
  if (tags.length > 0 && random.chance(0.3)) return `${hexOf(random.pick(tags), 4)}${body}`
  return random.chance(0.1) ? `${random.bytes(4)}${body}` : `0x${body}`
}

/** Whole records, and often the first field of one more, which ends a path. */
function drawRecords(sizes: readonly number[], random: Random): Hex {
  const count = random.below(4)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  const end = random.chance(0.8) ? (sizes[0] ?? 0) : 0
  return random.bytes(count * whole + end)
}

function hexOf(number: bigint, size: number): Hex {
  return `0x${number.toString(16).padStart(2 * size, '0')}`
}
