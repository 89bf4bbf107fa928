import type { BaseError, Hex } from '@vaultwright/base'

/** The part of a witness that is the same whatever runs on its state. */
export type WitnessPieces = {
  readonly chainId: number
  /** The rules of the EVM, in lower case: `cancun`, `prague`, `osaka`. */
  readonly hardfork: string
  /** A label only: the hash that counts is the caller's. */
  readonly blockHash: Hex
  readonly header: Hex
  readonly ancestors: readonly Hex[]
  /** In the order of their hashes. */
  readonly nodes: readonly Hex[]
  /** In the order of their hashes. */
  readonly codes: readonly Hex[]
}

/** Makes the error of a file whose part is not valid. */
export type FileRefusal = (part: string, why: string, cause?: unknown) => BaseError

/** Reads the fields of a file that holds pieces of a state. */
export type PieceReader = {
  readonly parse: (text: string) => unknown
  readonly fields: (
    value: unknown,
    part: string,
    keys: readonly string[],
  ) => Readonly<Record<string, unknown>>
  readonly chainId: (value: unknown) => number
  readonly hex: (value: unknown, part: string, length?: number) => Hex
  readonly list: (value: unknown, part: string, length?: number) => readonly Hex[]
  readonly number: (value: unknown, part: string) => bigint
  /** The pieces of a witness, among the fields of its file. */
  readonly pieces: (fields: Readonly<Record<string, unknown>>) => WitnessPieces
}

/** The most pieces of one kind that a file may have. */
const maxPieces = 200_000

/** Reads fields, and throws the refusal of the file that they are in. */
export function pieceReaderOf(refusal: FileRefusal): PieceReader {
  const hex = (value: unknown, part: string, length?: number): Hex => {
    const isHex = typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)
    if (!isHex) throw refusal(part, 'is not 0x and whole bytes of hex')
    if (length !== undefined && value.length !== 2 + 2 * length) {
      throw refusal(part, `does not have ${length} bytes`)
    }
    return value as Hex
  }
  const chainId = (value: unknown): number => {
    if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number
    throw refusal('chainId', 'is not the id of a chain')
  }
  const list = (value: unknown, part: string, length?: number): readonly Hex[] => {
    if (!Array.isArray(value)) throw refusal(part, 'is not a list')
    if (value.length > maxPieces) {
      throw refusal(part, `has ${value.length} entries, more than ${maxPieces}`)
    }
    return value.map((entry, index) => hex(entry, `${part}[${index}]`, length))
  }
  return {
    hex,
    chainId,
    list,
    parse: (text) => {
      try {
        return JSON.parse(text)
      } catch (cause) {
        throw refusal('the file', 'is not JSON', cause)
      }
    },
    fields: (value, part, keys) => {
      if (!isRecord(value)) throw refusal(part, 'is not an object')
      for (const key of keys) {
        if (!Object.hasOwn(value, key)) throw refusal(part, `has no ${key}`)
      }
      const extra = Object.keys(value).find((key) => !keys.includes(key))
      if (extra !== undefined) {
        throw refusal(part, `has the unknown key ${JSON.stringify(extra.slice(0, 40))}`)
      }
      return value
    },
    number: (value, part) => {
      if (typeof value !== 'string' || !/^(0|[1-9][0-9]{0,77})$/.test(value)) {
        throw refusal(part, 'is not a whole number as text')
      }
      return BigInt(value)
    },
    pieces: ({ hardfork, ...fields }) => {
      if (typeof hardfork !== 'string' || !/^[a-z0-9]{1,32}$/.test(hardfork)) {
        throw refusal('hardfork', 'is not the name of a hardfork')
      }
      return {
        chainId: chainId(fields.chainId),
        hardfork,
        blockHash: hex(fields.blockHash, 'blockHash', 32),
        header: hex(fields.header, 'header'),
        ancestors: list(fields.ancestors, 'ancestors'),
        nodes: list(fields.nodes, 'nodes'),
        codes: list(fields.codes, 'codes'),
      }
    },
  }
}

/** Tells whether a parsed value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
