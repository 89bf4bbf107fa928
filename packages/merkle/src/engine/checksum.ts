import { type Address, BaseError, type Hex, printHex, printHexRows } from '@vaultwright/base'
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
  const texts = printHexRows(accounts, 20)
  const missing: number[] = []
  const spelled = texts.map((text, index) => {
    const cached = checksumCache.get(text)
    if (cached === undefined) missing.push(index)
    return cached ?? text
  })
  if (missing.length === 0) return spelled
  const fresh = new Uint8Array(20 * missing.length)
  missing.forEach((index, at) => {
    fresh.set(accounts.subarray(20 * index, 20 * index + 20), 20 * at)
  })
  // Texts of these alone: a text that is kept keeps the whole one that it was cut from.
  const lower = printHexRows(fresh, 20)
  spellAll(lower).forEach((address, at) => {
    spelled[missing[at]!] = address
    cacheChecksum(address, address)
    cacheChecksum(lower[at]!, address)
  })
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
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return
  const why = !text.startsWith('0x')
    ? 'it does not start with 0x'
    : text.length !== 42
      ? `it has ${text.length - 2} digits instead of 40`
      : 'it has a character that is not a hex digit'
  throw new InvalidAddressError(text, why, null)
}

function checksummed(digits: string): Address {
  const lower: Hex = `0x${digits}`
  const cached = checksumCache.get(lower)
  if (cached !== undefined) return cached
  const [address] = spellAll([lower])
  cacheChecksum(address!, address!)
  return cacheChecksum(lower, address!)
}

/** Spells lower-case texts, all at once. */
function spellAll(texts: readonly Hex[]): readonly Address[] {
  const digits = new Uint8Array(40 * texts.length)
  const offsets = new Uint32Array(texts.length + 1)
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index]!
    for (let at = 0; at < 40; at++) digits[40 * index + at] = text.charCodeAt(2 + at)
    offsets[index + 1] = 40 * (index + 1)
  }
  const hashes = keccakBatch(digits, offsets)
  return texts.map((_, index): Address => {
    for (let at = 0; at < 40; at++) {
      const code = digits[40 * index + at]!
      const nibble = (hashes[32 * index + (at >> 1)]! >> (at % 2 === 0 ? 4 : 0)) & 15
      if (nibble >= 8 && code >= 97) digits[40 * index + at] = code - 32
    }
    return `0x${asciiDecoder.decode(digits.subarray(40 * index, 40 * index + 40))}`
  })
}

const asciiDecoder = new TextDecoder()

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
