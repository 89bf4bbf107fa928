import { BaseError } from '@vaultwright/base'

/** How much JSON may hold. */
export type JsonBounds = {
  /** Objects and lists inside of each other. */
  readonly depth: number
  /** Of all objects together. */
  readonly keys: number
  /** Values of objects and lists, themselves included. */
  readonly values: number
}

/** What JSON has too much of. */
export type JsonExcess = keyof JsonBounds

/** Counts what bytes of JSON hold as they arrive. */
export type JsonScan = {
  /** Counts some more bytes. @returns what there is too much of by now; null while there is not. */
  readonly add: (bytes: Uint8Array) => JsonExcess | null
  /** Bytes that were looked at. */
  readonly looked: () => number
}

/** What a body may hold: no batch of 50 actions comes near. */
export const bodyBounds: JsonBounds = { depth: 64, keys: 10_000, values: 50_000 }

/** What a body of a few texts may hold, which are large themselves. */
export const textBodyBounds: JsonBounds = { depth: 64, keys: 1_000, values: 2_000 }

/** What the text of a tree may hold: 32 MiB of leaves have half a million. */
export const treeBounds: JsonBounds = { depth: 64, keys: 1_000_000, values: 1_500_000 }

/** What a lock file may hold. */
export const lockBounds: JsonBounds = { depth: 64, keys: 50_000, values: 100_000 }

const types = {
  depth: 'json_too_deep',
  keys: 'json_too_many_keys',
  values: 'json_too_many_values',
} as const

/**
 * Opens a count of the nesting, keys and values of JSON, which needs no memory for any of it.
 *
 * Bytes that are not JSON are counted by the same marks; the parser refuses them.
 */
export function openJsonScan(bounds: JsonBounds): JsonScan {
  let depth = 0
  let keys = 0
  let values = 1
  let looked = 0
  let isInText = false
  let isEscaped = false
  const add = (bytes: Uint8Array): JsonExcess | null => {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInText = false
        continue
      }
      switch (byte) {
        case quote:
          isInText = true
          break
        case openBrace:
        case openBracket:
          depth++
          values++
          break
        case closeBrace:
        case closeBracket:
          depth--
          break
        case comma:
          values++
          break
        case colon:
          keys++
          break
        default:
          continue
      }
      const excess =
        depth > bounds.depth
          ? 'depth'
          : keys > bounds.keys
            ? 'keys'
            : values > bounds.values
              ? 'values'
              : null
      if (excess !== null) {
        looked += at + 1
        return excess
      }
    }
    looked += bytes.length
    return null
  }
  return { add, looked: () => looked }
}

/** Characters that are counted at once. */
const piece = 65_536

/**
 * Counts the nesting, keys and values of a text.
 *
 * @returns what it has too much of; null when it keeps to the bounds.
 */
export function excessOfJson(text: string, bounds: JsonBounds): JsonExcess | null {
  const scan = openJsonScan(bounds)
  for (let from = 0; from < text.length; from += piece) {
    // A pair that is cut in two becomes bytes that count for nothing, as those of the pair.
    const excess = scan.add(encoder.encode(text.slice(from, from + piece)))
    if (excess !== null) return excess
  }
  return null
}

/** Says what JSON has too much of. */
export function faultOfExcess(
  excess: JsonExcess,
  bounds: JsonBounds,
): { readonly type: string; readonly msg: string } {
  const type = types[excess]
  if (excess === 'depth') return { type, msg: `JSON may be nested ${bounds.depth} deep` }
  return { type, msg: `JSON may hold ${bounds[excess]} ${excess}` }
}

const encoder = new TextEncoder()

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** A text is nested too deep, or holds more than any of its kind. */
export class TextTooComplexError extends BaseError {
  override readonly code = 'text_too_complex'
  override readonly kind = 'invalid_input'

  constructor({ msg, type }: { readonly msg: string; readonly type: string }) {
    super({
      message: `The text holds more than can be read: ${msg}. Give a smaller one.`,
      facts: { excess: type },
    })
  }
}
