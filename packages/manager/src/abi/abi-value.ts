import type { Address, Hex } from '@vaultwright/base'
import { paddedSize } from './byte-writer.ts'
import {
  addressAt,
  assertBytes,
  boolAt,
  type CalldataReader,
  hexAt,
  openArray,
  openBytes,
  uintAt,
} from './calldata-reader.ts'

/** A value as the ABI has it: numbers as bigint, bytes as hex, addresses checksummed. */
export type AbiValue = Address | Hex | bigint | boolean | string | readonly AbiValue[]

/** The value that a type of the Manager's interface stands for. */
export type AbiValueOf<Type> = Type extends `${infer Element}[]`
  ? readonly AbiValueOf<Element>[]
  : Type extends 'address'
    ? Address
    : Type extends 'uint256'
      ? bigint
      : Type extends 'bool'
        ? boolean
        : Type extends 'string'
          ? string
          : Hex

/** A parameter as an ABI has it. */
export type AbiInput = { readonly name: string; readonly type: string }

/** Arguments by their names. */
export type AbiArguments<Inputs extends readonly AbiInput[]> = {
  readonly [Input in Inputs[number] as Input['name']]: AbiValueOf<Input['type']>
}

/**
 * Reads the arguments of a function, an error or an event, in the one layout that encoders write.
 *
 * @throws {TruncatedCalldataError} when bytes are missing.
 * @throws {CalldataOffsetError} when fields overlap, repeat or leave gaps.
 * @throws {CalldataLengthError} when a length is larger than what follows.
 * @throws {DirtyCalldataError} when padding or upper bytes are not zero.
 */
export function readArguments(
  reader: CalldataReader,
  inputs: readonly AbiInput[],
): Readonly<Record<string, AbiValue>> {
  const base = reader.start
  reader.field = 'arguments'
  assertBytes(reader, base, 32 * inputs.length)
  reader.next = base + 32 * inputs.length
  const values: Record<string, AbiValue> = {}
  for (const [index, { name, type }] of inputs.entries()) {
    reader.field = name
    values[name] = readValue(reader, type, { head: base + 32 * index, base })
  }
  return values
}

type ValueOffsets = { readonly head: number; readonly base: number }

function readValue(reader: CalldataReader, type: string, { head, base }: ValueOffsets): AbiValue {
  if (type.endsWith('[]')) return readArray(reader, type.slice(0, -2), { head, base })
  switch (type) {
    case 'address':
      return addressAt(reader, head)
    case 'uint256':
      return uintAt(reader, head)
    case 'bool':
      return boolAt(reader, head)
    case 'bytes':
      return readBytes(reader, { head, base })
    case 'string':
      return textOf(reader, readBytes(reader, { head, base }).length / 2 - 1)
    default:
      return hexAt(reader, head, 32)
  }
}

function readArray(
  reader: CalldataReader,
  type: string,
  { head, base }: ValueOffsets,
): readonly AbiValue[] {
  const count = openArray(reader, head, base)
  const heads = reader.next - 32 * count
  const values: AbiValue[] = []
  for (let index = 0; index < count; index++) {
    values.push(readValue(reader, type, { head: heads + 32 * index, base: heads }))
  }
  return values
}

function readBytes(reader: CalldataReader, { head, base }: ValueOffsets): Hex {
  const size = openBytes(reader, head, base)
  return hexAt(reader, reader.next - paddedSize(size), size)
}

function textOf(reader: CalldataReader, size: number): string {
  const start = reader.next - paddedSize(size)
  return new TextDecoder().decode(reader.bytes.subarray(start, start + size))
}
