import {
  assertOwner,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from '../account/svm-account.ts'
import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import { hasDiscriminator } from '../instruction/discriminator.ts'
import { squadsProgram } from './squads-address.ts'

/** The members of a multisig and its decisions. */
type SquadsMultisig = {
  /** The number of approvals a transaction needs. */
  readonly threshold: number
  /** Between approval and execution · seconds. */
  readonly timeLockSeconds: number
  /** Of its newest transaction; 0 before the first one. */
  readonly transactionIndex: bigint
  readonly members: readonly SquadsMember[]
}

/** A member, and what it may do. */
type SquadsMember = { readonly key: SvmAddress; readonly mayInitiate: boolean }

/** `sha256("account:Multisig")`, its first 8 bytes. */
const discriminator = Uint8Array.of(224, 116, 121, 186, 68, 161, 79, 236)
const initiateBit = 1

/**
 * Reads the account of a Squads multisig, version 4.
 *
 * Source: docs.rs/squads-multisig-program, `Multisig`.
 *
 * @throws {ForeignAccountError} {UnknownLayoutError} when it is another account.
 * @throws {MalformedAccountError} when it breaks off.
 */
export function decodeSquadsMultisig(account: SvmAccount): SquadsMultisig {
  const what = 'Squads multisig'
  assertOwner(what, account, [squadsProgram])
  const { data } = account
  if (!hasDiscriminator(data, discriminator))
    throw new UnknownLayoutError(what, data.length, 'it is of another kind')
  const fail = (offset: number, reason: string) => new MalformedAccountError(what, offset, reason)
  const reader = openLittleReader(data, fail)
  // Its key and who may configure it.
  reader.skip(8 + 32 + 32)
  const threshold = reader.u16()
  const timeLockSeconds = reader.u32()
  const transactionIndex = reader.u64()
  reader.skip(8)
  const hasRentCollector = reader.u8()
  if (hasRentCollector > 1) throw fail(reader.offset() - 1, 'an option is neither 0 nor 1')
  reader.skip(32 * hasRentCollector + 1)
  const count = reader.u32()
  if (count * 33 > reader.left()) throw fail(reader.offset(), `it announces ${count} members`)
  const members = Array.from({ length: count }, () => ({
    key: svmAddressOf(reader.take(32)),
    mayInitiate: (reader.u8() & initiateBit) !== 0,
  }))
  return { threshold, timeLockSeconds, transactionIndex, members }
}
