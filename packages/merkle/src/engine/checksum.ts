import {
  type Address,
  BaseError,
  type Hex,
  isAddressText,
  parseHexOf,
  printHex,
} from '@vaultwright/base'
import { keccakBatch } from './keccak.ts'

/** Spellings kept before the memory is emptied: far more accounts than any tree names. */
const checksumCacheLimit = 16384
const checksumCache = new Map<string, Address>()

/**
 * Spells an account the way of EIP-55: a letter is upper case where the hash of the lower-case text
 * has a digit of 8 or more.
 *
 * Source: EIP-55.
 *
 * @param account - 20 bytes, or `0x` and 40 digits in any case.
 * @throws {InvalidAddressError} when it is not 20 bytes.
 */
export function checksumOf(account: Uint8Array | string): Address {
  if (typeof account !== 'string') {
    if (account.length !== 20) {
      throw new InvalidAddressError(printHex(account.subarray(0, 64)), 'it is not 20 bytes', null)
    }
    return checksummed(printHex(account).slice(2))
  }
  const cached = checksumCache.get(account)
  if (cached !== undefined) return cached
  assertShape(account)
  return cacheChecksum(account, checksummed(account.slice(2).toLowerCase()))
}

/**
 * Spells many accounts the way of EIP-55. Those that were not spelled before are hashed in one go.
 *
 * @param accounts - n * 20 bytes.
 * @returns n addresses, in order.
 * @throws {InvalidAddressError} when they are not a whole number of accounts.
 */
export function checksumsOf(accounts: Uint8Array): Address[] {
  if (accounts.length % 20 !== 0) {
    throw new InvalidAddressError(printHex(accounts.subarray(0, 64)), 'it is not 20 bytes', null)
  }
  bookOfBytes ??= openByteBook()
  const book = bookOfBytes
  const count = accounts.length / 20
  const spelled: Address[] = new Array(count)
  const missing: number[] = []
  for (let index = 0; index < count; index++) {
    const cached = accountIn(book, accounts, 20 * index)
    if (cached === null) missing.push(index)
    else spelled[index] = cached
  }
  if (missing.length === 0) return spelled
  const fresh = new Uint8Array(20 * missing.length)
  for (let index = 0; index < missing.length; index++) {
    fresh.set(accountAt(accounts, missing[index]!), 20 * index)
  }
  const addresses = spellAll(fresh)
  for (let index = 0; index < missing.length; index++) {
    const address = addresses[index]!
    spelled[missing[index]!] = address
    const place = placeOf(fresh, 20 * index)
    book.addresses[place] = address
    book.accounts.set(accountAt(fresh, index), 20 * place)
  }
  return spelled
}

/**
 * Reads an address: all lower case, all upper case, or the mixed case of EIP-55.
 *
 * @param text - `0x` and 40 hex digits.
 * @returns the account in its EIP-55 spelling.
 * @throws {InvalidAddressError} when it is not an address, or its mixed case is not the right one.
 */
export function parseAddress(text: unknown): Address {
  if (typeof text !== 'string') {
    throw new InvalidAddressError(shownOf(text), 'it is not text', null)
  }
  const cached = checksumCache.get(text)
  if (cached === text) return cached
  assertShape(text)
  const digits = text.slice(2)
  const right = checksumOf(text)
  if (right === text || digits === digits.toLowerCase() || digits === digits.toUpperCase()) {
    return right
  }
  throw new InvalidAddressError(text, 'its letter case is not its checksum', right)
}

function assertShape(text: string): void {
  if (isAddressText(text)) return
  const reason = !text.startsWith('0x')
    ? 'it does not start with 0x'
    : text.length !== 42
      ? `it has ${text.length - 2} digits instead of 40`
      : 'it has a character that is not a hex digit'
  throw new InvalidAddressError(text, reason, null)
}

function checksummed(digits: string): Address {
  const lower: Hex = `0x${digits}`
  const cached = checksumCache.get(lower)
  if (cached !== undefined) return cached
  const [address] = spellAll(parseHexOf(lower, 20))
  cacheChecksum(address!, address!)
  return cacheChecksum(lower, address!)
}

/** Spells n * 20 bytes, all at once. */
function spellAll(accounts: Uint8Array): readonly Address[] {
  const count = accounts.length / 20
  const digits = new Uint8Array(2 * accounts.length)
  for (let index = 0; index < accounts.length; index++) {
    const byte = accounts[index]!
    digits[2 * index] = digitCodes[byte >> 4]!
    digits[2 * index + 1] = digitCodes[byte & 15]!
  }
  const offsets = new Uint32Array(count + 1)
  for (let index = 1; index <= count; index++) offsets[index] = 40 * index
  const hashes = keccakBatch(digits, offsets)
  // One text, from which each is cut: a decoder takes as long for one account as for fifty.
  const text = new Uint8Array(42 * count)
  for (let index = 0; index < count; index++) {
    const from = 40 * index
    const to = 42 * index
    text[to] = zero
    text[to + 1] = letterX
    for (let letter = 0; letter < 20; letter++) {
      const hash = hashes[32 * index + letter]!
      const high = digits[from + 2 * letter]!
      const low = digits[from + 2 * letter + 1]!
      // Of the codes of digits only a letter's has the bit 64, and without its bit 32 it is upper case.
      text[to + 2 + 2 * letter] = high ^ ((hash >> 2) & (high >> 1) & 32)
      text[to + 3 + 2 * letter] = low ^ ((hash << 2) & (low >> 1) & 32)
    }
  }
  const whole = asciiDecoder.decode(text)
  const spelled: Address[] = new Array(count)
  for (let index = 0; index < count; index++) {
    spelled[index] = whole.slice(42 * index, 42 * index + 42) as Address
  }
  return spelled
}

const [zero, letterX] = [48, 120]
const digitCodes = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const asciiDecoder = new TextDecoder()

/** Accounts that were spelled from bytes: one a place, the last that had it. No text is hashed to find them. */
type ByteBook = { readonly accounts: Uint8Array; readonly addresses: (Address | null)[] }

const bookPlaces = 16_384
let bookOfBytes: ByteBook | null = null

function openByteBook(): ByteBook {
  const addresses = new Array<Address | null>(bookPlaces).fill(null)
  return { accounts: new Uint8Array(20 * bookPlaces), addresses }
}

function accountIn(book: ByteBook, accounts: Uint8Array, from: number): Address | null {
  const place = placeOf(accounts, from)
  for (let index = 0; index < 20; index++) {
    if (book.accounts[20 * place + index] !== accounts[from + index]) return null
  }
  return book.addresses[place]!
}

function placeOf(accounts: Uint8Array, from: number): number {
  const first = (accounts[from]! << 8) | accounts[from + 1]!
  const last = (accounts[from + 18]! << 8) | accounts[from + 19]!
  return (first ^ last) & (bookPlaces - 1)
}

function accountAt(accounts: Uint8Array, index: number): Uint8Array {
  return accounts.subarray(20 * index, 20 * index + 20)
}

function cacheChecksum(text: string, address: Address): Address {
  if (checksumCache.size >= checksumCacheLimit) checksumCache.clear()
  checksumCache.set(text, address)
  return address
}

function shownOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** Something that was to be an address is none, or its mixed case contradicts its checksum. */
export class InvalidAddressError extends BaseError {
  override readonly code = 'invalid_address'
  override readonly kind = 'invalid_input'

  constructor(text: string, why: string, right: Address | null) {
    const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text
    super({
      message:
        right === null
          ? `${JSON.stringify(shown)} is not an address: ${why}. Give 0x and 40 hex digits.`
          : `${shown} is not a valid address: ${why}. If this is the account you mean, write ${right}.`,
      facts: { text: shown, why, right },
    })
  }
}
