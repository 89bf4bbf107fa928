import { BaseError } from '@vaultwright/base'
import { decodeClock, type SvmClock } from '@vaultwright/svm'
import { RpcAnswerError } from '../rpc/answer.ts'
import type { RpcCall } from '../rpc/rpc.ts'
import { type RawSvmAccount, svmAccountOf } from './answer.ts'

/**
 * Reads the cluster's clock among the accounts of an answer.
 *
 * @returns null when the answer does not have it.
 * @throws {RpcAnswerError} when the account is not a clock.
 */
export function clockOf(call: RpcCall, raw: RawSvmAccount | null): SvmClock | null {
  const account = svmAccountOf(call, raw)
  if (account === null) return null
  try {
    return decodeClock(account)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    throw new RpcAnswerError(call.method, error.shortMessage)
  }
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
