import { BaseError } from '@vaultwright/base'

/** A value type of one 32-byte word. */
export type AbiWord = {
  readonly kind: 'word'
  /** Canonical name, such as `address`, `uint256` or `bytes32`. */
  readonly name: string
  readonly isDynamic: false
  readonly headSize: 32
}

/** Bytes or text of any length. */
export type AbiBytes = {
  readonly kind: 'bytes'
  readonly name: 'bytes' | 'string'
  readonly isDynamic: true
  readonly headSize: 32
}

/** An array; `length` is null when it is not fixed. */
export type AbiArray = {
  readonly kind: 'array'
  readonly element: AbiType
  readonly length: number | null
  readonly isDynamic: boolean
  readonly headSize: number
}

/** A tuple (struct); a field without a name has an empty one. */
export type AbiTuple = {
  readonly kind: 'tuple'
  readonly fields: readonly AbiField[]
  readonly isDynamic: boolean
  readonly headSize: number
}

/** A type of Solidity's ABI. `headSize`: bytes it takes in the head of what holds it. */
export type AbiType = AbiWord | AbiBytes | AbiArray | AbiTuple

/** A named member of a tuple; `offset`: bytes from the tuple's start to its head. */
export type AbiField = { readonly name: string; readonly type: AbiType; readonly offset: number }

/** A function with the names of its parameters. */
export type AbiFunction = {
  readonly name: string
  readonly inputs: AbiTuple
  /** The text whose hash gives the selector. */
  readonly canonical: string
}

const wordPattern = /[\w$]*/y
/** The depth to which tuples and lists may nest. */
const deepest = 32
const modifiers = new Set(['calldata', 'memory', 'storage', 'indexed', 'payable'])

/**
 * Reads a function signature, with or without parameter names.
 *
 * @param text - such as `supply(address asset, uint256 amount)`.
 * @returns name, inputs and canonical signature.
 * @throws {AbiTypeError} when it is not a signature.
 */
export function parseSignature(text: string): AbiFunction {
  const open = text.indexOf('(')
  const name = text.slice(0, Math.max(open, 0)).trim()
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) {
    throw new AbiTypeError(text, 0, 'a function name before its parameters is missing')
  }
  const inputs = parseTypeAt(text, open)
  return { name, inputs, canonical: name + printAbiType(inputs) }
}

/**
 * Reads a tuple type, such as what a function returns.
 *
 * @param text - such as `(uint256, address to)`.
 * @throws {AbiTypeError} when it is not a tuple of known types.
 */
export function parseAbiTuple(text: string): AbiTuple {
  const open = text.indexOf('(')
  if (text.slice(0, Math.max(open, 0)).trim() !== '' || open < 0) {
    throw new AbiTypeError(text, 0, 'a tuple starts with (')
  }
  return parseTypeAt(text, open)
}

/**
 * Prints a type in its canonical spelling, without names.
 *
 * @returns such as `(address,uint256)[]`.
 */
export function printAbiType(type: AbiType): string {
  switch (type.kind) {
    case 'word':
    case 'bytes':
      return type.name
    case 'array':
      return `${printAbiType(type.element)}[${type.length ?? ''}]`
    case 'tuple':
      return `(${type.fields.map((field) => printAbiType(field.type)).join(',')})`
  }
}

/**
 * Gives the canonical spelling of a signature, without names and spaces.
 *
 * @returns such as `supply(address,uint256)`.
 * @throws {AbiTypeError} when it is not a signature.
 */
export function canonicalSignatureOf(text: string): string {
  return parseSignature(text).canonical
}

type SignatureCursor = { readonly text: string; at: number }

function parseTypeAt(text: string, open: number): AbiTuple {
  const cursor = { text, at: open }
  const tuple = readTuple(cursor, 0)
  skipSpace(cursor)
  if (cursor.at !== text.length) {
    throw new AbiTypeError(text, cursor.at, 'something follows the last )')
  }
  return tuple
}

function readTuple(cursor: SignatureCursor, depth: number): AbiTuple {
  if (depth > deepest) throw new AbiTypeError(cursor.text, cursor.at, 'tuples nest too deeply')
  expect(cursor, '(')
  const members: { name: string; type: AbiType }[] = []
  skipSpace(cursor)
  while (cursor.text[cursor.at] !== ')') {
    if (members.length > 0) expect(cursor, ',')
    members.push(readMember(cursor, depth))
    skipSpace(cursor)
  }
  cursor.at++
  return tupleOf(members)
}

function readMember(cursor: SignatureCursor, depth: number): { name: string; type: AbiType } {
  skipSpace(cursor)
  let type: AbiType
  if (cursor.text[cursor.at] === '(') type = readTuple(cursor, depth + 1)
  else {
    const offset = cursor.at
    const word = readWord(cursor)
    if (word === 'tuple' && cursor.text[cursor.at] === '(') type = readTuple(cursor, depth + 1)
    else type = elementaryOf(word, cursor.text, offset)
  }
  for (let count = 0; cursor.text[cursor.at] === '['; count++) {
    if (count >= deepest) throw new AbiTypeError(cursor.text, cursor.at, 'lists nest too deeply')
    type = readArray(cursor, type)
  }
  let name = ''
  for (;;) {
    skipSpace(cursor)
    const word = readWord(cursor)
    if (word === '') return { name, type }
    if (name !== '') throw new AbiTypeError(cursor.text, cursor.at, 'a parameter has two names')
    if (!modifiers.has(word)) name = word
  }
}

function readArray(cursor: SignatureCursor, element: AbiType): AbiArray {
  const close = cursor.text.indexOf(']', cursor.at)
  const inner = close < 0 ? '?' : cursor.text.slice(cursor.at + 1, close).trim()
  if (!/^\d{0,6}$/.test(inner)) {
    throw new AbiTypeError(cursor.text, cursor.at, 'an array has no length that can be read')
  }
  cursor.at = close + 1
  const length = inner === '' ? null : Number(inner)
  const isDynamic = length === null || element.isDynamic
  const headSize = isDynamic ? 32 : (length ?? 0) * element.headSize
  return { kind: 'array', element, length, isDynamic, headSize }
}

function tupleOf(members: readonly { name: string; type: AbiType }[]): AbiTuple {
  const fields: AbiField[] = []
  let offset = 0
  let isDynamic = false
  for (const { name, type } of members) {
    fields.push({ name, type, offset })
    offset += type.isDynamic ? 32 : type.headSize
    isDynamic ||= type.isDynamic
  }
  return { kind: 'tuple', fields, isDynamic, headSize: offset }
}

function elementaryOf(word: string, text: string, at: number): AbiWord | AbiBytes {
  if (word === 'bytes' || word === 'string') {
    return { kind: 'bytes', name: word, isDynamic: true, headSize: 32 }
  }
  const name = word === 'uint' || word === 'int' ? `${word}256` : word
  if (!isWordName(name)) {
    throw new AbiTypeError(text, at, `${JSON.stringify(word)} is not a type of the ABI`)
  }
  return { kind: 'word', name, isDynamic: false, headSize: 32 }
}

function isWordName(name: string): boolean {
  if (name === 'address' || name === 'bool') return true
  const match = /^(uint|int|bytes)([1-9]\d*)$/.exec(name)
  if (match === null) return false
  const size = Number(match[2])
  return match[1] === 'bytes' ? size <= 32 : size <= 256 && size % 8 === 0
}

function readWord(cursor: SignatureCursor): string {
  const start = cursor.at
  wordPattern.lastIndex = start
  wordPattern.test(cursor.text)
  cursor.at = Math.max(start, wordPattern.lastIndex)
  return cursor.text.slice(start, cursor.at)
}

function expect(cursor: SignatureCursor, sign: string): void {
  skipSpace(cursor)
  if (cursor.text[cursor.at] !== sign) {
    throw new AbiTypeError(cursor.text, cursor.at, `${sign} is missing`)
  }
  cursor.at++
}

function skipSpace(cursor: SignatureCursor): void {
  while (cursor.text[cursor.at] === ' ') cursor.at++
}

/** A text is not a signature or type of Solidity's ABI. */
export class AbiTypeError extends BaseError {
  override readonly code = 'invalid_abi_type'
  override readonly kind = 'invalid_input'

  constructor(text: string, at: number, why: string) {
    const shown = text.length > 300 ? `${text.slice(0, 297)}...` : text
    super({
      message: `${JSON.stringify(shown)} cannot be read as a signature: ${why} (character ${at}). Write it like transfer(address to, uint256 amount).`,
      facts: { text: shown, at, why },
    })
  }
}
