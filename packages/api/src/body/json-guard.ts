import { nulFault } from '../request/validation-entry.ts'

/** A fault that JSON may have and a request may not. */
export type JsonFault = {
  readonly type:
    | 'json_too_deep'
    | 'json_duplicate_key'
    | 'json_forbidden_key'
    | 'json_number_inexact'
    | 'null_character'
  readonly msg: string
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[]
}

/** The depth to which a request may be nested: none of ours is deeper than eight. */
export const maxDepth = 64

/** An object or a list that is being read. */
type JsonNesting = {
  /** Keys so far; null for a list. */
  readonly keys: Set<string> | null
  /** Key or index of what is being read. */
  step: string | number
}

/**
 * Looks for what a reader of JSON would swallow silently: a key named twice, a number that a double
 * does not hold, a key that means something to JavaScript; for a text that no database keeps; and for nesting
 * without end.
 *
 * One pass, each character once.
 *
 * @returns the first fault; null when there is none.
 */
export function faultOfJson(text: string): JsonFault | null {
  const frames: JsonNesting[] = []
  const mayHoldNul = text.includes('\\u0000')
  const faultAt = (type: JsonFault['type'], msg: string): JsonFault => ({
    type,
    msg,
    path: frames.map(({ step }) => step),
  })
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const frame = frames.at(-1)
    if (code === quote) {
      const end = endOfString(text, index)
      // A text before a colon is a key.
      if (frame?.keys && text.charCodeAt(skipSpace(text, end)) === colon) {
        const key = keyOf(text, index, end)
        const parent = frames.at(-2)?.step
        const isTwice = frame.keys.has(key)
        frame.keys.add(key)
        frame.step = key
        if (isTwice) return faultAt('json_duplicate_key', 'The key stands twice in one object')
        if (key === '__proto__' || (key === 'prototype' && parent === 'constructor'))
          return faultAt('json_forbidden_key', 'The key is not permitted')
      }
      if (mayHoldNul && holdsNul(text.slice(index, end)))
        return faultAt(nulFault.type, nulFault.msg)
      index = end - 1
    } else if (code === openBrace || code === openBracket) {
      if (frames.length === maxDepth)
        return faultAt('json_too_deep', `JSON may be nested ${maxDepth} deep`)
      frames.push(code === openBrace ? { keys: new Set(), step: '' } : { keys: null, step: 0 })
    } else if (code === closeBrace || code === closeBracket) {
      frames.pop()
    } else if (code === comma) {
      if (frame?.keys === null) frame.step = (frame.step as number) + 1
    } else if (code === minus || (code >= zero && code <= nine)) {
      const end = endOfNumber(text, index)
      if (!isExact(text.slice(index, end)))
        return faultAt('json_number_inexact', 'A number would lose digits: write it as a string')
      index = end - 1
    }
  }
  return null
}

/**
 * Tells whether a number survives being read as a double and written again.
 *
 * 0.1 does, although no double is a tenth: what comes back is 0.1. 9007199254740993, 1e400 and
 * 0.1000000000000000055 do not.
 */
export function isExact(text: string): boolean {
  // Up to 15 digits always survive. Source: IEEE 754, DBL_DIG.
  if (text.length <= 15 && !/[eE]/.test(text)) return true
  const value = Number(text)
  if (!Number.isFinite(value)) return false
  const canonical = canonicalOf(text)
  const numberText = canonicalOf(String(value))
  return (
    canonical.digits === numberText.digits &&
    (canonical.digits === '' || canonical.exponent === numberText.exponent)
  )
}

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** The place behind the closing quote. */
function endOfString(text: string, from: number): number {
  let offset = from + 1
  for (;;) {
    const code = text.charCodeAt(offset)
    if (code === quote) return offset + 1
    offset += code === backslash ? 2 : 1
  }
}

const digits = /[\d.eE+-]*/y

/** The place behind the last digit. */
function endOfNumber(text: string, from: number): number {
  digits.lastIndex = from + 1
  digits.test(text)
  return digits.lastIndex
}

function skipSpace(text: string, from: number): number {
  let offset = from
  while (text.charCodeAt(offset) <= 0x20) offset++
  return offset
}

/** Two spellings of one key are one key. */
function keyOf(text: string, from: number, to: number): string {
  const written = text.slice(from + 1, to - 1)
  return written.includes('\\') ? JSON.parse(`"${written}"`) : written
}

/** Tells whether a written string holds U+0000; JSON has one spelling of it. */
function holdsNul(written: string): boolean {
  return written.includes('\\u0000') && JSON.parse(written).includes('\0')
}

type Canonical = { readonly digits: string; readonly exponent: number }

/** Digits without zeros at either end, and the power of ten that the last one stands for. */
function canonicalOf(text: string): Canonical {
  const [mantissa, power = '0'] = text.replace(/^-/, '').split(/e/i) as [string, string?]
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?]
  const all = whole + fraction
  const digits = withoutEndZeros(all)
  const exponent = Number(power) - fraction.length + (all.length - digits.length)
  return { digits: digits.replace(/^0+/, ''), exponent }
}

/** By hand: a pattern for zeros at the end tries each zero in the middle too, and theirs may be a million. */
function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--
  return digits.slice(0, end)
}
