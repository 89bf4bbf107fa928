import type { AbiTuple, AbiType, AbiWord } from '../../abi/abi-type.ts'
import { isCleanWord } from '../../abi/abi-word.ts'
import { buildMachine, countAt, type Machine, stop } from './rule-machine.ts'

/**
 * The offset of a word that an offset has put before the calldata: it reads as zero, like one past
 * the end.
 *
 * Far enough below zero that nothing counted from it comes back.
 */
const nowhere = -(2 ** 50)
/** Stands for -2^255, the least offset: what is counted from it overflows in Solidity's own check. */
const lowest = -(2 ** 52)

/**
 * Checks what Solidity checks of `calldata` parameters before the function runs: that the heads are
 * there, that words among the parameters are values of their types, and that what an offset points at
 * lies within the calldata.
 *
 * What stands inside structs and lists is checked where it is read, see `tailAt` and `wordPlaceAt`.
 * Source: Solidity, ABI coder v2, decoding of parameters with the data location `calldata`.
 */
export function checkParameters(machine: Machine, inputs: AbiTuple): boolean {
  if (4 + inputs.headSize > machine.data.length) {
    refuse(machine, machine.data.length, 'ends before its arguments do')
    return false
  }
  for (const { type, offset } of inputs.fields) {
    const head = 4 + offset
    if (type.kind === 'word') wordOffsetAt(machine, type, head)
    if (!type.isDynamic) continue
    if ((machine.data[head] ?? 0) > 127) refuse(machine, head, 'has an offset beyond its end')
    tailAt(machine, type, { base: 4, head })
  }
  return machine.fault === null
}

/**
 * Tells whether every decoder refuses an encoding: it is too short, a value among the arguments
 * themselves does not fit its type, or a list or text runs past the end.
 */
export function isRefusedByAll(data: Uint8Array, inputs: AbiTuple): boolean {
  return !checkParameters(buildMachine(data, {}), inputs)
}

/** An offset: the word that holds it, and the byte that it counts from. */
export type TailLocation = { readonly base: number; readonly head: number }

/**
 * Follows an offset within the calldata as Solidity does when a member is read. The offset is signed:
 * one that points backwards is followed.
 */
export function tailAt(machine: Machine, type: AbiType, place: TailLocation): number {
  const end = machine.data.length
  const offset = signedAt(machine.data, place.head)
  const start = place.base + offset
  const isOverflow =
    place.base < lowest / 2 && end - (place.base - lowest) - minimumSizeOf(type) + 1 >= 0
  if (isOverflow || start + minimumSizeOf(type) > end) {
    return refuse(machine, place.head, 'has an offset that points past its end')
  }
  const stride = strideOf(type)
  if (stride === 0) return start
  if (start + 32 + lengthAt(machine.data, start) * stride <= end) return start
  const what = type.kind === 'bytes' ? 'bytes that run' : 'a list that runs'
  return refuse(machine, start, `has ${what} past its end`)
}

/** Reads the length of bytes or of a list. */
export function lengthAt(data: Uint8Array, at: number): number {
  if (at < 0) return 0
  for (let byte = at; byte < at + 28; byte++) {
    if ((data[byte] ?? 0) !== 0) return Number.POSITIVE_INFINITY
  }
  return countAt(data, at)
}

/**
 * Checks a word that is read.
 *
 * @returns where it starts, so far below zero that all of it reads as zero when it is before the calldata.
 */
export function wordOffsetAt(machine: Machine, type: AbiWord, at: number): number {
  if (at < 0) return nowhere
  if (isCleanWord(machine.data, at, type)) return at
  return refuse(machine, at, `has a word that is not a valid ${type.name}`)
}

/** Bytes that one element takes behind the length; 0 for what has no length. */
function strideOf(type: AbiType): number {
  if (type.kind === 'bytes') return 1
  if (type.kind !== 'array' || type.length !== null) return 0
  return type.element.isDynamic ? 32 : type.element.headSize
}

/** Bytes that must be there before anything of a dynamic value is read. */
function minimumSizeOf(type: AbiType): number {
  if (type.kind === 'tuple') return type.headSize
  return type.kind === 'array' && type.length !== null ? 32 * type.length : 32
}

/** Reads an offset as a signed number; Infinity above 2^48, `nowhere` below -2^48, near -2^255 from `lowest`. */
function signedAt(data: Uint8Array, at: number): number {
  if (at < 0) return 0
  const first = data[at] ?? 0
  const fill = first > 127 && first !== 128 ? 255 : 0
  for (let byte = at; byte < at + 26; byte++) {
    if (byte === at && first === 128) continue
    if ((data[byte] ?? 0) !== fill) return first > 127 ? nowhere : Number.POSITIVE_INFINITY
  }
  let low = 0
  for (let byte = at + 26; byte < at + 32; byte++) low = low * 256 + (data[byte] ?? 0)
  if (first === 128) return lowest + low
  return fill === 0 ? low : low - 2 ** 48
}

function refuse(machine: Machine, at: number, why: string): 0 {
  const message = `The calldata ${why} (byte ${at}).`
  stop(machine, { reason: 'malformed', error: null, check: null, message, at })
  return 0
}
