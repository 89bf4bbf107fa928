/** Bounds of what JSON may hold. */
export type JsonBounds = {
  /** Objects and lists inside of each other. */
  readonly depth: number
  /** Of all objects together. */
  readonly keys: number
  /** Values of objects and lists, themselves included. */
  readonly values: number
}

/** The part of JSON that is too much. */
export type JsonExcess = keyof JsonBounds

/** Counts what bytes of JSON hold as they arrive. */
export type JsonScan = {
  /** Counts some more bytes. @returns what there is too much of by now; null while there is not. */
  readonly add: (bytes: Uint8Array) => JsonExcess | null
  /** Bytes that were looked at. */
  readonly looked: () => number
}

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
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!
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
        looked += index + 1
        return excess
      }
    }
    looked += bytes.length
    return null
  }
  return { add, looked: () => looked }
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
