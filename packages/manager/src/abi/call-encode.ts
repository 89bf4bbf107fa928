import { type Hex, printHex } from '@vaultwright/base'
import type { AbiArray, AbiBytes, AbiFunction, AbiTuple, AbiType, AbiWord } from './abi-type.ts'
import type { AbiValue } from './abi-value.ts'
import { byteSizeOf, paddedSize, UnencodableError, writeHex, writeSize } from './byte-writer.ts'
import { selectorOf } from './selector.ts'

/**
 * Encodes a call of any function.
 *
 * Nothing is cut or widened: a number outside its type is refused, as is a list of another length.
 * Source: Solidity ABI specification.
 *
 * @param fn - the function, as `parseSignature` reads it.
 * @param values - one for each parameter, in order; tuples as lists in the order of their fields.
 * @returns calldata with its selector, lower case.
 * @throws {UnencodableError} when a value is none of its type, naming the parameter.
 */
export function encodeCall(fn: AbiFunction, values: readonly AbiValue[]): Hex {
  const { bytes } = tupleOf(fn.inputs, values, fn.name)
  return `${selectorOf(fn.canonical)}${printHex(bytes).slice(2)}`
}

/**
 * Encodes values as a tuple, without a selector.
 *
 * @param type - as `parseAbiTuple` reads it.
 * @param values - one for each field, in order.
 * @returns whole words, lower case.
 * @throws {UnencodableError} when a value is none of its type.
 */
export function encodeTuple(type: AbiTuple, values: readonly AbiValue[]): Hex {
  return printHex(tupleOf(type, values, '').bytes)
}

type EncodedValue = { readonly bytes: Uint8Array }

function encodeValue(type: AbiType, value: AbiValue, name: string): EncodedValue {
  switch (type.kind) {
    case 'word':
      return { bytes: wordOf(type, value, name) }
    case 'bytes':
      return { bytes: bytesOf(type, value, name) }
    case 'array':
      return arrayOf(type, value, name)
    case 'tuple':
      return tupleOf(type, listOf(value, name, printComposite(type)), name)
  }
}

function tupleOf(type: AbiTuple, values: readonly AbiValue[], name: string): EncodedValue {
  if (values.length !== type.fields.length) {
    throw new UnencodableError('list', `${values.length} values`, {
      name,
      wanted: `${type.fields.length} values`,
    })
  }
  const parts = type.fields.map((field, index) => {
    const path = name === '' ? field.name || String(index) : `${name}.${field.name || index}`
    return { type: field.type, ...encodeValue(field.type, values[index]!, path) }
  })
  return joinMembers(parts, 0)
}

function arrayOf(type: AbiArray, value: AbiValue, name: string): EncodedValue {
  const values = listOf(value, name, printComposite(type))
  if (type.length !== null && values.length !== type.length) {
    throw new UnencodableError('list', `${values.length} values`, {
      name,
      wanted: `${type.length} values`,
    })
  }
  const parts = values.map((item, index) => ({
    type: type.element,
    ...encodeValue(type.element, item, `${name}[${index}]`),
  }))
  if (type.length !== null) return joinMembers(parts, 0)
  const { bytes } = joinMembers(parts, 32)
  writeSize({ bytes, view: new DataView(bytes.buffer) }, 0, values.length)
  return { bytes }
}

type EncodedMember = { readonly type: AbiType; readonly bytes: Uint8Array }

/** Heads first, then tails; the heads of what has a tail are offsets. */
function joinMembers(parts: readonly EncodedMember[], start: number): EncodedValue {
  let head = 0
  let size = start
  for (const { type, bytes } of parts) {
    head += type.isDynamic ? 32 : bytes.length
    size += type.isDynamic ? 32 + bytes.length : bytes.length
  }
  const memory = new Uint8Array(size)
  const view = new DataView(memory.buffer)
  let at = start
  let tail = start + head
  for (const { type, bytes } of parts) {
    if (!type.isDynamic) {
      memory.set(bytes, at)
      at += bytes.length
      continue
    }
    writeSize({ bytes: memory, view }, at, tail - start)
    memory.set(bytes, tail)
    at += 32
    tail += bytes.length
  }
  return { bytes: memory }
}

function wordOf({ name: type }: AbiWord, value: AbiValue, name: string): Uint8Array {
  const bytes = new Uint8Array(32)
  if (type === 'address') {
    if (typeof value === 'string' && value.length === 42 && writeHex(bytes, 12, value)) return bytes
    throw new UnencodableError('address', String(value), { name })
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw new UnencodableError('bool', String(value), { name })
    bytes[31] = value ? 1 : 0
    return bytes
  }
  if (type.startsWith('bytes')) {
    const size = Number(type.slice(5))
    const fits = typeof value === 'string' && value.length === 2 + 2 * size
    if (fits && writeHex(bytes, 0, value)) return bytes
    throw new UnencodableError(type, String(value), {
      name,
      wanted: `0x and ${2 * size} hex digits`,
    })
  }
  writeNumber(bytes, numberOf(type, value, name))
  return bytes
}

function numberOf(type: string, value: AbiValue, name: string): bigint {
  const isSigned = type.startsWith('int')
  const size = BigInt(type.slice(isSigned ? 3 : 4))
  const least = isSigned ? -(1n << (size - 1n)) : 0n
  const most = isSigned ? (1n << (size - 1n)) - 1n : (1n << size) - 1n
  if (typeof value !== 'bigint' || value < least || value > most) {
    throw new UnencodableError(type, String(value), {
      name,
      wanted: `a whole number from ${least} to ${most}`,
    })
  }
  return BigInt.asUintN(256, value)
}

function writeNumber(bytes: Uint8Array, value: bigint): void {
  const view = new DataView(bytes.buffer)
  for (let word = 0; word < 4; word++) {
    view.setBigUint64(24 - 8 * word, BigInt.asUintN(64, value >> BigInt(64 * word)))
  }
}

function bytesOf({ name: type }: AbiBytes, value: AbiValue, name: string): Uint8Array {
  if (typeof value !== 'string') throw new UnencodableError(type, String(value), { name })
  const content = type === 'string' ? new TextEncoder().encode(value) : null
  const size = content?.length ?? byteSizeOf(value)
  const bytes = new Uint8Array(32 + paddedSize(size))
  writeSize({ bytes, view: new DataView(bytes.buffer) }, 0, size)
  if (content !== null) bytes.set(content, 32)
  else if (!writeHex(bytes, 32, value)) throw new UnencodableError('bytes', value, { name })
  return bytes
}

function listOf(value: AbiValue, name: string, type: string): readonly AbiValue[] {
  if (typeof value === 'object') return value
  throw new UnencodableError(type, String(value), { name, wanted: 'a list' })
}

function printComposite(type: AbiTuple | AbiArray): string {
  return type.kind === 'tuple' ? 'tuple' : 'list'
}
