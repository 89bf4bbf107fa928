import { type Address, type Finding, type Hex, isAddressText } from '@vaultwright/base'
import { checksumOf, maximumCapacity } from '@vaultwright/merkle'
import { refuse } from './json-text.ts'
import { type JsonPath, printPath } from './json-walk.ts'

/** A text whose values are being read, with what was remembered of it. */
export type JsonSource = {
  readonly text: string
  /** Addresses that were read and are spelled right; a look here spares the path. */
  readonly addresses: Map<unknown, Address>
  /** Addresses whose spelling is wrong. */
  readonly misspelt: Finding[]
  /** Gives an account's right spelling. */
  readonly spell: (account: string) => Address
}

/** An object with unknown values. */
export type JsonFields = { readonly [key: string]: unknown }

/** The keys that an object must have, and those it may have. */
export type AllowedKeys = {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** Makes a source of a text. */
export function jsonSourceOf(text: string): JsonSource {
  return { text, addresses: new Map(), misspelt: [], spell: checksumOf }
}

/**
 * Reads an object.
 *
 * @throws {FileSchemaError} if it is not valid.
 */
export function fieldsOf(source: JsonSource, value: unknown, path: JsonPath): JsonFields {
  if (!isFields(value)) refuse(source.text, path, `must be an object, not ${kindOf(value)}`)
  return value
}

/**
 * Reads an array.
 *
 * @throws {FileSchemaError} if it is not valid.
 */
export function itemsOf(source: JsonSource, value: unknown, path: JsonPath): readonly unknown[] {
  if (!Array.isArray(value)) refuse(source.text, path, `must be an array, not ${kindOf(value)}`)
  return value
}

/**
 * Reads a text.
 *
 * @throws {FileSchemaError} if it is not valid.
 */
export function stringOf(source: JsonSource, value: unknown, path: JsonPath): string {
  if (typeof value !== 'string') refuse(source.text, path, `must be a string, not ${kindOf(value)}`)
  return value
}

/**
 * Reads a yes or no.
 *
 * @throws {FileSchemaError} when it is neither.
 */
export function flagOf(source: JsonSource, value: unknown, path: JsonPath): boolean {
  if (typeof value !== 'boolean') {
    refuse(source.text, path, `must be true or false, not ${kindOf(value)}`)
  }
  return value
}

/**
 * Reads a count of slots.
 *
 * @throws {FileSchemaError} if it is not valid.
 */
export function countOf(source: JsonSource, value: unknown, path: JsonPath): number {
  const isCount = typeof value === 'number' && Number.isInteger(value) && !Object.is(value, -0)
  if (!isCount || value < 0 || value > maximumCapacity) {
    const shown = Object.is(value, -0) ? '-0' : kindOf(value)
    refuse(source.text, path, `must be an integer from 0 to ${maximumCapacity}, not ${shown}`)
  }
  return value
}

/**
 * Reads hex of any length.
 *
 * @throws {FileSchemaError} if it is not valid or has an odd number of digits.
 */
export function hexOf(source: JsonSource, value: unknown, path: JsonPath): Hex {
  const text = stringOf(source, value, path)
  if (!isHexText(text)) {
    refuse(source.text, path, `must be 0x and hex digits, not ${brief(text)}`)
  }
  if (text.length % 2 !== 0) {
    refuse(source.text, path, `has an odd number of hex digits: ${text.length - 2}`)
  }
  return text === text.toLowerCase() ? text : `0x${text.slice(2).toLowerCase()}`
}

/** Makes a reader of hex of one size. */
export function hexOfSize(
  size: number,
): (source: JsonSource, value: unknown, path: JsonPath) => Hex {
  return (source, value, path) => {
    const hex = hexOf(source, value, path)
    if (hex.length !== 2 + 2 * size) {
      refuse(source.text, path, `must have ${size} bytes, not ${hex.length / 2 - 1}`)
    }
    return hex
  }
}

/**
 * Reads an address in any letter case; a spelling that is not EIP-55 becomes a finding of the source.
 *
 * @throws {FileSchemaError} when it is not an address.
 */
export function addressOf(source: JsonSource, value: unknown, path: JsonPath): Address {
  const text = stringOf(source, value, path)
  if (!isAddressText(text)) {
    const is = isHexText(text) ? `it has ${text.length - 2} hex digits` : `it is ${brief(text)}`
    refuse(source.text, path, `must be an address, 0x and 40 hex digits; ${is}`)
  }
  const address = source.spell(text)
  if (address === text) source.addresses.set(text, address)
  else source.misspelt.push(misspelling(text, address, path))
  return address
}

/**
 * Refuses an object that lacks a key, or has one that would be lost.
 *
 * @throws {FileSchemaError} naming the key.
 */
export function assertKeys(
  source: JsonSource,
  { fields, path }: { readonly fields: JsonFields; readonly path: JsonPath },
  keys: AllowedKeys,
): void {
  for (const key of keys.required) {
    if (!Object.hasOwn(fields, key)) refuse(source.text, path, `lacks the key ${key}`)
  }
  for (const key of Object.keys(fields)) {
    if (!keys.required.includes(key) && !keys.optional.includes(key)) {
      refuse(source.text, [...path, key], 'is a key that the format does not have')
    }
  }
}

/** Tells whether a value is an object, no array and not null. */
export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function misspelling(stated: string, expected: Address, path: JsonPath): Finding {
  const digits = stated.slice(2)
  const isBare = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const leaf = typeof path[1] === 'number' ? path[1] : null
  const place = printPath(path)
  return {
    code: isBare ? 'checksum_missing' : 'checksum_mismatch',
    severity: isBare ? 'warning' : 'error',
    leaf,
    message: isBare
      ? `${place} is ${stated}, which carries no EIP-55 checksum; with it, it reads ${expected}.`
      : `${place} is ${stated}, whose EIP-55 checksum is wrong; for these digits it reads ${expected}.`,
    facts: { path: place, stated, expected },
  }
}

function isHexText(text: string): text is Hex {
  return /^0x[0-9a-fA-F]*$/.test(text)
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return brief(value)
  return typeof value === 'object' ? 'an object' : String(value)
}

function brief(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text)
}
