import type { Hex } from '@vaultwright/base'
import type { AbiFunction } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'
import { encodeCall } from '../abi/call-encode.ts'
import type { Random } from './random.ts'

/** The deliberate damage of an encoding. */
type Damage =
  | { readonly kind: 'word'; readonly index: number; readonly word: Hex }
  | { readonly kind: 'cut'; readonly size: number }
  /** Bytes behind the arguments, as referral tags are. */
  | { readonly kind: 'behind'; readonly bytes: Hex }

/** A calldata that a decoder is asked about. */
export type CheckCall = {
  readonly values: readonly AbiValue[]
  /** Bytes behind the arguments; `0x` for none. */
  readonly tail: Hex
  /** Null where the arguments are encoded as the ABI has it. */
  readonly damage: Damage | null
  readonly calldata: Hex
}

/** The parts of a calldata. */
export type CheckCallParts = Omit<CheckCall, 'calldata'>

/**
 * Encodes a call, and damages it where that is wanted.
 *
 * @param parts - arguments, what follows them, damage.
 * @returns the call with its calldata; damage that misses the calldata changes nothing.
 */
export function buildCheckCall(fn: AbiFunction, parts: CheckCallParts): CheckCall {
  const sound: Hex = `${encodeCall(fn, parts.values)}${parts.tail.slice(2)}`
  return { ...parts, calldata: damagedData(sound, parts.damage) }
}

/**
 * Damages a call in one place: a word of it is another one, its end is missing, or bytes follow it.
 */
export function damageCall(fn: AbiFunction, call: CheckCall, random: Random): CheckCall {
  const size = (call.calldata.length - 10) / 2
  const wordCount = Math.floor(size / 32)
  if (size === 0) return call
  if (random.chance(0.15)) {
    const behind = { kind: 'behind', bytes: random.bytes(1 + random.below(40)) } as const
    return buildCheckCall(fn, { ...call, damage: behind })
  }
  if (wordCount === 0 || random.chance(0.25)) {
    const cut = { kind: 'cut', size: 4 + random.below(size) } as const
    return buildCheckCall(fn, { ...call, damage: cut })
  }
  const index = random.below(wordCount)
  const old = BigInt(`0x${call.calldata.slice(10 + 64 * index, 74 + 64 * index)}`)
  const word = random.pick([
    old | (1n << 255n),
    old | (1n << 160n),
    old ^ (1n << BigInt(random.below(256))),
    old + 32n,
    old - 32n,
    old + 1n,
    0n,
    (1n << 256n) - 1n,
    1n << 64n,
    BigInt(size),
    random.bits(256),
  ])
  const damage = { kind: 'word', index, word: wordHexOf(word) } as const
  return buildCheckCall(fn, { ...call, damage })
}

/**
 * Says what is wrong with a damaged call.
 *
 * @returns such as `word 3 is 0x80…00`; null where nothing is.
 */
export function printDamage(damage: Damage | null): string | null {
  if (damage === null) return null
  if (damage.kind === 'cut') return `cut after ${damage.size} bytes`
  if (damage.kind === 'behind') return `followed by ${damage.bytes}`
  return `word ${damage.index} is ${damage.word}`
}

/** A number as a word; what is outside is cut. */
export function wordHexOf(number: bigint): Hex {
  return `0x${BigInt.asUintN(256, number).toString(16).padStart(64, '0')}`
}

function damagedData(data: Hex, damage: Damage | null): Hex {
  if (damage === null) return data
  if (damage.kind === 'cut') return data.slice(0, 2 + 2 * damage.size) as Hex
  if (damage.kind === 'behind') return `${data}${damage.bytes.slice(2)}`
  const start = 10 + 64 * damage.index
  if (start + 64 > data.length) return data
  return `${data.slice(0, start)}${damage.word.slice(2)}${data.slice(start + 64)}` as Hex
}
