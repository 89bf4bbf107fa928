import { BaseError } from '@vaultwright/base'
import { decodeBase58, encodeBase58, InvalidBase58Error } from '../bytes/base58.ts'

/**
 * A key of Solana: 32 bytes as base58. The letters' case is part of it.
 *
 * Two addresses are the same exactly when their texts are.
 */
export type SvmAddress = string & { readonly '~svm': true }

/**
 * Reads an address.
 *
 * @param text - base58 of exactly 32 bytes: 32 to 44 characters, nothing around them.
 * @throws {InvalidSvmAddressError} when it is anything else.
 */
export function parseSvmAddress(text: string): SvmAddress {
  const reason = refusalOf(text)
  if (reason !== null) throw new InvalidSvmAddressError(text, reason)
  return text as SvmAddress
}

/** Tells whether a text is an address. */
export function isSvmAddress(text: string): text is SvmAddress {
  return refusalOf(text) === null
}

/**
 * Prints 32 bytes as an address.
 *
 * @throws {InvalidSvmAddressError} when they are not 32.
 */
export function svmAddressOf(bytes: Uint8Array): SvmAddress {
  const text = encodeBase58(bytes)
  if (bytes.length !== 32) throw new InvalidSvmAddressError(text, lengthReason(bytes.length))
  return text as SvmAddress
}

/** The 32 bytes of an address. */
export function svmBytesOf(address: SvmAddress): Uint8Array {
  return decodeBase58(address)
}

function refusalOf(text: string): string | null {
  if (text.startsWith('0x')) return 'it is hex, as EVM addresses are'
  if (text.length < 32 || text.length > 44) {
    return `it has ${text.length} characters and addresses have 32 to 44`
  }
  try {
    const { length } = decodeBase58(text)
    return length === 32 ? null : lengthReason(length)
  } catch (error) {
    if (!(error instanceof InvalidBase58Error)) throw error
    return `character ${Number(error.facts.position) + 1} is not of base58`
  }
}

function lengthReason(length: number): string {
  return `it stands for ${length} bytes, and addresses have 32`
}

/** A text is not an address of Solana. */
export class InvalidSvmAddressError extends BaseError {
  override readonly code = 'invalid_svm_address'
  override readonly kind = 'invalid_input'

  constructor(value: string, reason: string) {
    const shown = value.length > 90 ? `${value.slice(0, 87)}...` : value
    super({
      message: `${JSON.stringify(shown)} is not a Solana address: ${reason}. Give base58 of 32 bytes, with the case of its letters.`,
      facts: { value: shown, reason },
    })
  }
}
