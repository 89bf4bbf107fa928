import { BaseError, type Hex, parseHex } from '@vaultwright/base'
import {
  type AbiTuple,
  type AbiType,
  type AbiValue,
  parseAbiTuple,
  printAbiType,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'

/** Type of an answer as a tuple, and the field that counts; null for the first. */
export type AnswerType = { readonly returns: string; readonly field: string | null }

/**
 * Reads one field of what a call returned, strictly: no dirty bytes, no length that cannot be.
 *
 * @throws {MalformedAnswerError} when the answer is of another type.
 */
export function valueOfAnswer({ returns, field }: AnswerType, data: Hex): AbiValue {
  const tuple = parseAbiTuple(returns)
  // A port may hand on whatever a node says.
  const isHex = typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data)
  if (!isHex) throw malformed({ words: [], data: String(data) as Hex, returns }, 'it is not hex')
  const words = data.slice(2).match(/.{64}/g) ?? []
  const answer: AnswerWords = { words, data, returns }
  if (data.length !== 2 + 64 * words.length) throw malformed(answer, 'it is not made of words')
  if (words.length * 32 < tuple.headSize) throw malformed(answer, 'it is too short')
  const fieldPlace = fieldAt(tuple, field)
  if (fieldPlace === null) throw malformed(answer, `it has no field ${field ?? 'at all'}`)
  return valueAt(fieldPlace.type, fieldPlace.at, answer)
}

/** The word at which a field stands; fields of one static tuple count as its own. */
function fieldAt(tuple: AbiTuple, field: string | null): { type: AbiType; at: number } | null {
  const [first] = tuple.fields
  const named = field === null ? first : tuple.fields.find(({ name }) => name === field)
  if (named !== undefined) return { type: named.type, at: named.offset / 32 }
  return first?.type.kind === 'tuple' && !first.type.isDynamic ? fieldAt(first.type, field) : null
}

type AnswerWords = {
  readonly words: readonly string[]
  readonly data: Hex
  readonly returns: string
}

function valueAt(type: AbiType, at: number, answer: AnswerWords): AbiValue {
  switch (type.kind) {
    case 'word':
      return wordOf(type.name, answer.words[at]!, answer)
    case 'tuple':
      if (type.isDynamic || type.fields.length === 0) break
      return valueAt(type.fields[0]!.type, at, answer)
    case 'bytes': {
      const start = sizeOf(answer.words[at], answer)
      const size = start % 32 === 0 ? sizeOf(answer.words[start / 32], answer) : -1
      const digits = answer.data.slice(2 + 2 * (start + 32), 2 + 2 * (start + 32 + size))
      if (size < 0 || digits.length !== 2 * size) throw malformed(answer, 'bytes are cut off')
      return type.name === 'bytes' ? `0x${digits}` : textOf(digits)
    }
    case 'array': {
      if (type.element.kind !== 'word' || type.length !== null) break
      const { element } = type
      const start = sizeOf(answer.words[at], answer)
      if (start % 32 !== 0) throw malformed(answer, 'a list begins between words')
      const from = start / 32
      const count = sizeOf(answer.words[from], answer)
      const items = answer.words.slice(from + 1, from + 1 + count)
      if (items.length !== count) throw malformed(answer, 'a list is shorter than it says')
      return items.map((word) => wordOf(element.name, word, answer))
    }
  }
  throw malformed(answer, `${printAbiType(type)} cannot be read`)
}

function wordOf(name: string, word: string, answer: AnswerWords): AbiValue {
  const number = BigInt(`0x${word}`)
  if (name === 'address') {
    if (number >> 160n !== 0n) throw malformed(answer, 'bytes before an address are not zero')
    return checksumOf(`0x${word.slice(24)}`)
  }
  if (name === 'bool') {
    if (number > 1n) throw malformed(answer, 'a truth value is neither 0 nor 1')
    return number === 1n
  }
  if (name.startsWith('bytes')) {
    const size = Number(name.slice(5))
    if (/[^0]/.test(word.slice(2 * size)))
      throw malformed(answer, 'bytes after a value are not zero')
    return `0x${word.slice(0, 2 * size)}`
  }
  const bits = Number(name.replace(/^u?int/, ''))
  const value = name.startsWith('int') ? BigInt.asIntN(256, number) : number
  const fits = name.startsWith('int')
    ? BigInt.asIntN(bits, value) === value
    : BigInt.asUintN(bits, value) === value
  if (!fits) throw malformed(answer, `a number does not fit into ${name}`)
  return value
}

/** Decodes text for people: bytes that are not UTF-8 show as marks. */
function textOf(digits: string): string {
  return new TextDecoder().decode(parseHex(`0x${digits}`))
}

function sizeOf(word: string | undefined, answer: AnswerWords): number {
  const size = word === undefined ? -1n : BigInt(`0x${word}`)
  if (size < 0n || size > BigInt(32 * answer.words.length)) {
    throw malformed(answer, 'a length or an offset leads outside')
  }
  return Number(size)
}

function malformed({ data, returns }: AnswerWords, why: string): MalformedAnswerError {
  return new MalformedAnswerError(returns, data, why)
}

/** An answer of the chain is not of its type. */
export class MalformedAnswerError extends BaseError {
  override readonly code = 'malformed_answer'
  override readonly kind = 'unavailable'

  constructor(returns: string, data: Hex, why: string) {
    const shown = data.length > 140 ? `${data.slice(0, 137)}...` : data
    super({
      message: `The answer is not of type ${returns}: ${why}. Check the contract and the chain.`,
      facts: { returns, data: shown, why },
    })
  }
}
