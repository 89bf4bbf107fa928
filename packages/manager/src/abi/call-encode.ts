import { type Hex, printHex } from '@vaultwright/base'
import type { AbiArray, AbiBytes, AbiFunction, AbiTuple, AbiType, AbiWord } from './abi-type.ts'
import type { AbiValue } from './abi-value.ts'
import { paddedSize, UnencodableError } from './byte-writer.ts'
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
  return `${selectorOf(fn.canonical)}${tupleOf(fn.inputs, values, fn.name)}`
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
  return `0x${tupleOf(type, values, '')}`
}

/** Whole words as lower-case hex digits: most calls have few, and writing text is faster than making memory for each. */
function encodeValue(type: AbiType, value: AbiValue, name: string): string {
  switch (type.kind) {
    case 'word':
      return wordOf(type, value, name)
    case 'bytes':
      return bytesOf(type, value, name)
    case 'array':
      return arrayOf(type, value, name)
    case 'tuple':
      return tupleOf(type, listOf(value, name, printComposite(type)), name)
  }
}

function tupleOf(type: AbiTuple, values: readonly AbiValue[], name: string): string {
  if (values.length !== type.fields.length) {
    throw new UnencodableError('list', `${values.length} values`, {
      name,
      wanted: `${type.fields.length} values`,
    })
  }
  const members = type.fields.map((field, index) => {
    const path = name === '' ? field.name || String(index) : `${name}.${field.name || index}`
    return { type: field.type, digits: encodeValue(field.type, values[index]!, path) }
  })
  return joinMembers(members)
}

function arrayOf(type: AbiArray, value: AbiValue, name: string): string {
  const values = listOf(value, name, printComposite(type))
  if (type.length !== null && values.length !== type.length) {
    throw new UnencodableError('list', `${values.length} values`, {
      name,
      wanted: `${type.length} values`,
    })
  }
  const members = values.map((item, index) => ({
    type: type.element,
    digits: encodeValue(type.element, item, `${name}[${index}]`),
  }))
  const joined = joinMembers(members)
  return type.length === null ? sizeWordOf(values.length) + joined : joined
}

type EncodedMember = { readonly type: AbiType; readonly digits: string }

/** Heads first, then tails; the heads of what has a tail are offsets. */
function joinMembers(members: readonly EncodedMember[]): string {
  let tail = 0
  for (const { type, digits } of members) tail += type.isDynamic ? 32 : digits.length / 2
  let heads = ''
  let tails = ''
  for (const { type, digits } of members) {
    if (!type.isDynamic) {
      heads += digits
      continue
    }
    heads += sizeWordOf(tail)
    tails += digits
    tail += digits.length / 2
  }
  return heads + tails
}

const wordDigits = 64
const hexDigits = /^0x[\da-fA-F]*$/

function sizeWordOf(size: number): string {
  return size.toString(16).padStart(wordDigits, '0')
}

function wordOf({ name: type }: AbiWord, value: AbiValue, name: string): string {
  if (type === 'address') {
    if (typeof value === 'string' && value.length === 42 && hexDigits.test(value)) {
      return value.slice(2).toLowerCase().padStart(wordDigits, '0')
    }
    throw new UnencodableError('address', String(value), { name })
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw new UnencodableError('bool', String(value), { name })
    return sizeWordOf(value ? 1 : 0)
  }
  if (type.startsWith('bytes')) {
    const size = Number(type.slice(5))
    if (typeof value === 'string' && value.length === 2 + 2 * size && hexDigits.test(value)) {
      return value.slice(2).toLowerCase().padEnd(wordDigits, '0')
    }
    throw new UnencodableError(type, String(value), {
      name,
      wanted: `0x and ${2 * size} hex digits`,
    })
  }
  const { least: minimum, most } = rangeOf(type)
  if (typeof value !== 'bigint' || value < minimum || value > most) {
    throw new UnencodableError(type, String(value), {
      name,
      wanted: `a whole number from ${minimum} to ${most}`,
    })
  }
  return BigInt.asUintN(256, value).toString(16).padStart(wordDigits, '0')
}

type NumberRange = { readonly least: bigint; readonly most: bigint }

/** By the name of the type: Solidity has 64. */
const ranges = new Map<string, NumberRange>()

function rangeOf(type: string): NumberRange {
  const cached = ranges.get(type)
  if (cached !== undefined) return cached
  const isSigned = type.startsWith('int')
  const size = BigInt(type.slice(isSigned ? 3 : 4))
  const range = isSigned
    ? { least: -(1n << (size - 1n)), most: (1n << (size - 1n)) - 1n }
    : { least: 0n, most: (1n << size) - 1n }
  ranges.set(type, range)
  return range
}

function bytesOf({ name: type }: AbiBytes, value: AbiValue, name: string): string {
  if (typeof value !== 'string') throw new UnencodableError(type, String(value), { name })
  const digits = type === 'string' ? digitsOfText(value) : digitsOf(value)
  if (digits === null) throw new UnencodableError('bytes', value, { name })
  const size = digits.length / 2
  return sizeWordOf(size) + digits.padEnd(2 * paddedSize(size), '0')
}

function digitsOfText(text: string): string {
  return printHex(new TextEncoder().encode(text)).slice(2)
}

function digitsOf(hex: string): string | null {
  return hex.length % 2 === 0 && hexDigits.test(hex) ? hex.slice(2).toLowerCase() : null
}

function listOf(value: AbiValue, name: string, type: string): readonly AbiValue[] {
  if (typeof value === 'object') return value
  throw new UnencodableError(type, String(value), { name, wanted: 'a list' })
}

function printComposite(type: AbiTuple | AbiArray): string {
  return type.kind === 'tuple' ? 'tuple' : 'list'
}
