import { type Address, BaseError } from '@vaultwright/base'

/** A value of the chain that packing needs, as the rule names it. */
export type DecoderRead = {
  /** The key of its value: `ownerOf(123)`, `positions(123).token0`, `0x….decimals()`. */
  readonly key: string
  /** The contract that is read, in words. */
  readonly contract: string
  /** The contract's address where the calldata tells it; null otherwise. */
  readonly address: Address | null
  /** Canonical signature of the function. */
  readonly function: string
  /** Its arguments: numbers in decimal, addresses and bytes in hex. */
  readonly arguments: readonly string[]
  /** Canonical type of the value. */
  readonly type: string
  /** The position of the returned value, from 0. */
  readonly position: number
}

/** A value read from the chain: an address, a word in hex, a decimal, or a list of these. */
export type DecoderReadValue = string | number | bigint | readonly (string | number | bigint)[]

/** Values read from the chain, by the key of the read. */
export type DecoderReadValues = { readonly [key: string]: DecoderReadValue }

/**
 * Turns one handed-in value into a number.
 *
 * @throws {InvalidReadError} when it is not a number, or one that the type cannot hold.
 */
export function wordOfRead(key: string, value: DecoderReadValue, type: string): bigint {
  if (typeof value === 'string' && !/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) {
    throw new InvalidReadError(key, value)
  }
  if (typeof value === 'object' || (typeof value === 'number' && !Number.isSafeInteger(value))) {
    throw new InvalidReadError(key, String(value))
  }
  const word = BigInt(value)
  if (word < 0n || word >> widthOf(type) !== 0n) throw new InvalidReadError(key, String(value))
  return word
}

/**
 * Turns a handed-in list into numbers.
 *
 * @throws {InvalidReadError} when it is not a list of numbers, or one holds more than the type can.
 */
export function wordsOfRead(key: string, value: DecoderReadValue, type: string): readonly bigint[] {
  if (typeof value !== 'object') throw new InvalidReadError(key, String(value))
  return value.map((item) => wordOfRead(key, item, type))
}

/** Bits that a decoder accepts in a returned word; signed ones fill it up. */
function widthOf(type: string): bigint {
  if (type === 'address') return 160n
  if (type === 'bool') return 1n
  return BigInt(/^uint(\d+)$/.exec(type)?.[1] ?? 256)
}

/** A value handed in for a read of the chain is not of the read's type. */
export class InvalidReadError extends BaseError {
  override readonly code = 'invalid_read'
  override readonly kind = 'invalid_input'

  constructor(key: string, value: string) {
    const shown = value.length > 80 ? `${value.slice(0, 77)}...` : value
    super({
      message: `The value given for ${key}, ${JSON.stringify(shown)}, is not what it returns. Give an address, a word in hex, a decimal, or a list where it returns one.`,
      facts: { key, value: shown },
    })
  }
}
