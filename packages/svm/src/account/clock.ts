import { parseSvmAddress, type SvmAddress } from '../address/address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import {
  assertOwner,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './svm-account.ts'

/** The clock of a slot. */
export type SvmClock = {
  readonly slot: bigint
  /** Unix seconds, as the validators agree on them. */
  readonly unix: bigint
  readonly epoch: bigint
  /** When the epoch began, unix seconds. */
  readonly epochStartUnix: bigint
}

/** Owns what the runtime keeps of itself. */
const sysvarOwner: SvmAddress = parseSvmAddress('Sysvar1111111111111111111111111111111111111')

/**
 * Reads the clock's account.
 *
 * @throws {ForeignAccountError} when it is not the runtime's.
 * @throws {UnknownLayoutError} when it has another length than 40 bytes.
 * @throws {MalformedAccountError} when its time is before 1970.
 */
export function decodeClock(account: SvmAccount): SvmClock {
  assertOwner('clock', account, [sysvarOwner])
  const { data } = account
  if (data.length !== 40) {
    throw new UnknownLayoutError('clock', data.length, 'the layout that is read has 40 bytes')
  }
  const fail = (offset: number, reason: string) =>
    new MalformedAccountError('clock', offset, reason)
  const reader = openLittleReader(data, fail)
  const slot = reader.u64()
  const epochStartUnix = BigInt.asIntN(64, reader.u64())
  const epoch = reader.u64()
  reader.skip(8)
  const unix = BigInt.asIntN(64, reader.u64())
  if (unix < 0n) throw fail(32, `the time ${unix} is before 1970`)
  return { slot, unix, epoch, epochStartUnix }
}
