import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { lookupTableProgram, systemProgram } from '../address/known-address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import {
  assertOwner,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './svm-account.ts'

/** The addresses of a table begin here, whatever stands before. */
const headerSize = 56
const maxAddresses = 256

/** A list of addresses that transactions name by index. */
type SvmLookupTable = {
  readonly addresses: readonly SvmAddress[]
  /** The slot in which it was switched off; null while it is in use. */
  readonly deactivationSlot: bigint | null
  /** Addresses that were added in this slot can be used from the next one on. */
  readonly lastExtendedSlot: bigint
  /** Null if it can no longer change. */
  readonly authority: SvmAddress | null
}

/** The content of a nonce account. */
type SvmNonce = {
  /** The account that may advance it. */
  readonly authority: SvmAddress
  /** The nonce in place of the blockhash, base58. */
  readonly nonce: string
}

/**
 * Reads an address lookup table.
 *
 * @throws {ForeignAccountError} when another program owns it.
 * @throws {UnknownLayoutError} when it is not initialised.
 * @throws {MalformedAccountError} when its bytes break off.
 */
export function decodeLookupTable(account: SvmAccount): SvmLookupTable {
  const { data } = account
  assertOwner('lookup table', account, [lookupTableProgram])
  const fail = (offset: number, reason: string) =>
    new MalformedAccountError('lookup table', offset, reason)
  const reader = openLittleReader(data, fail)
  if (reader.u32() !== 1) {
    throw new UnknownLayoutError('lookup table', data.length, 'it is not initialised')
  }
  const deactivationSlot = reader.u64()
  const lastExtendedSlot = reader.u64()
  reader.skip(1)
  const hasAuthority = reader.u8() === 1
  const authority = svmAddressOf(reader.take(32))
  reader.skip(headerSize - reader.offset())
  const count = reader.left() / 32
  if (!Number.isInteger(count) || count > maxAddresses) {
    throw fail(headerSize, `${reader.left()} bytes are not up to ${maxAddresses} addresses`)
  }
  return {
    addresses: Array.from({ length: count }, () => svmAddressOf(reader.take(32))),
    deactivationSlot: deactivationSlot === 2n ** 64n - 1n ? null : deactivationSlot,
    lastExtendedSlot,
    authority: hasAuthority ? authority : null,
  }
}

/**
 * Reads a nonce account.
 *
 * @throws {ForeignAccountError} when another program owns it.
 * @throws {UnknownLayoutError} when it is not initialised, or of the version that can no longer be used.
 * @throws {MalformedAccountError} when its bytes break off.
 */
export function decodeNonce(account: SvmAccount): SvmNonce {
  const { data } = account
  assertOwner('nonce account', account, [systemProgram])
  const reader = openLittleReader(
    data,
    (offset, reason) => new MalformedAccountError('nonce account', offset, reason),
  )
  const version = reader.u32()
  if (version !== 1 || reader.u32() !== 1) {
    throw new UnknownLayoutError(
      'nonce account',
      data.length,
      'it is not initialised in the version that transactions use',
    )
  }
  return { authority: svmAddressOf(reader.take(32)), nonce: svmAddressOf(reader.take(32)) }
}
