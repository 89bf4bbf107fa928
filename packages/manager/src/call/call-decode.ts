import { BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { AbiFunction, AbiTuple, AbiType } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'
import { encodeCall } from '../abi/call-encode.ts'
import { checkEncoding } from '../rule/machine/rule-encoding.ts'
import { buildMachine, countAt, type Machine, spend, wordAt } from '../rule/machine/rule-machine.ts'

/** The arguments of a call, read out of its calldata. */
export type DecodedArguments = {
  /** One for each parameter, in order; tuples as lists in the order of their fields. */
  readonly values: readonly AbiValue[]
  /** Bytes that follow what an encoder writes for these values; empty for most calls. */
  readonly trailing: Hex
  /**
   * True if an encoder writes exactly this calldata for these values, trailing bytes aside. False
   * when offsets overlap, repeat or leave gaps, or padding is not zero: the values are then not all
   * there is.
   */
  readonly isCanonical: boolean
}

/**
 * Reads the arguments of a call as a contract reads them: the inverse of `encodeCall`.
 *
 * A contract also accepts calldata that no encoder writes; it is read, and `isCanonical` is false.
 * Source: Solidity ABI specification, strict decoding of ABI coder v2.
 *
 * @param fn - the function, as `parseSignature` reads it.
 * @param data - calldata with its selector.
 * @throws {UndecodableCallError} when a contract would refuse the arguments, or they repeat bytes without end.
 * @throws {InvalidHexError} when the calldata is not hex.
 */
export function decodeCall(fn: AbiFunction, data: Hex): DecodedArguments {
  const bytes = parseHex(data)
  const machine = buildMachine(bytes, {})
  const frame = { base: 4, limit: bytes.length, isNested: false }
  if (!checkEncoding(machine, fn.inputs, frame)) {
    throw new UndecodableCallError(fn.canonical, machine.fault?.message ?? 'It is cut off.')
  }
  const values = valuesAt({ machine, fn, copied: 0 }, fn.inputs, 4)
  const encoded = encodeCall(fn, values)
  const lower = data.toLowerCase() as Hex
  const isCanonical = lower.slice(10).startsWith(encoded.slice(10))
  const trailing: Hex = isCanonical ? `0x${lower.slice(encoded.length)}` : '0x'
  return { values, trailing, isCanonical }
}

/**
 * Reads a tuple that stands in bytes, such as what `abi.encode` gives.
 *
 * @param type - as `parseAbiTuple` reads it.
 * @throws {UndecodableCallError} as `decodeCall`.
 */
export function decodeTuple(type: AbiTuple, bytes: Hex): DecodedArguments {
  const fn: AbiFunction = { name: 'bytes', inputs: type, canonical: 'bytes()' }
  return decodeCall(fn, `0x00000000${bytes.slice(2)}`)
}

type ValueWalk = {
  readonly machine: Machine
  readonly fn: AbiFunction
  /** Bytes that were copied out: an honest calldata gives each of its own once. */
  copied: number
}

function valuesAt(walk: ValueWalk, type: AbiTuple, at: number): readonly AbiValue[] {
  return type.fields.map((field) =>
    memberAt(walk, field.type, { head: at + field.offset, base: at }),
  )
}

type MemberOffsets = { readonly head: number; readonly base: number }

function memberAt(walk: ValueWalk, type: AbiType, { head, base }: MemberOffsets): AbiValue {
  const offset = type.isDynamic ? base + countAt(walk.machine.data, head) : head
  if (!spend(walk.machine)) throw new UndecodableCallError(walk.fn.canonical, endless)
  const { data } = walk.machine
  switch (type.kind) {
    case 'word':
      return wordIn(data, offset, type.name)
    case 'tuple':
      return valuesAt(walk, type, offset)
    case 'bytes':
      return bytesAt(walk, offset, type.name)
    case 'array': {
      const count = type.length ?? countAt(data, offset)
      const start = type.length === null ? offset + 32 : offset
      const stride = type.element.isDynamic ? 32 : type.element.headSize
      return Array.from({ length: count }, (_, index) =>
        memberAt(walk, type.element, { head: start + index * stride, base: start }),
      )
    }
  }
}

function bytesAt(walk: ValueWalk, at: number, name: 'bytes' | 'string'): AbiValue {
  const { data } = walk.machine
  const size = countAt(data, at)
  walk.copied += size
  if (walk.copied > data.length) throw new UndecodableCallError(walk.fn.canonical, endless)
  const content = data.subarray(at + 32, at + 32 + size)
  return name === 'bytes' ? printHex(content) : new TextDecoder().decode(content)
}

function wordIn(data: Uint8Array, at: number, type: string): AbiValue {
  if (type === 'address') return checksumOf(data.subarray(at + 12, at + 32))
  if (type.startsWith('bytes')) return printHex(data.subarray(at, at + Number(type.slice(5))))
  const word = wordAt(data, at, 32)
  if (type === 'bool') return word === 1n
  return type.startsWith('int') ? BigInt.asIntN(256, word) : word
}

const endless = 'Its fields repeat the same bytes more often than an encoder would write them.'

/** Calldata does not hold the arguments of the function that its selector names. */
export class UndecodableCallError extends BaseError {
  override readonly code = 'undecodable_call'
  override readonly kind = 'invalid_input'

  constructor(signature: string, why: string) {
    super({
      message: `The arguments of ${signature} cannot be read: ${why} Encode the call anew.`,
      facts: { signature, why },
    })
  }
}
