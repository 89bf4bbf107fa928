import { BaseError } from '@vaultwright/base'
import { RpcAnswerError } from '../rpc/answer.ts'

/** What the cluster's clock shows. */
export type SvmClock = {
  readonly slot: bigint
  /** Unix seconds. */
  readonly unix: bigint
}

/**
 * Reads the account of the cluster's clock: it begins with its slot, its time stands at byte 32.
 *
 * @throws {RpcAnswerError} when the bytes end before.
 */
export function clockOf(data: Uint8Array): SvmClock {
  if (data.length < 40) {
    throw new RpcAnswerError('getMultipleAccounts', `its clock has ${data.length} bytes of 40`)
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return { slot: view.getBigUint64(0, true), unix: view.getBigInt64(32, true) }
}

/** The cluster's clock in an answer shows another slot than the answer says. */
export class ClockMismatchError extends BaseError {
  override readonly code = 'clock_mismatch'
  override readonly kind = 'unavailable'

  constructor(endpoint: string, slot: bigint, clockSlot: bigint) {
    super({
      message: `${endpoint} says that it answers from slot ${slot}, but the cluster's clock in the same answer shows slot ${clockSlot}. Ask again, or use another endpoint.`,
      facts: { endpoint, slot: String(slot), clockSlot: String(clockSlot) },
      retryable: true,
    })
  }
}
