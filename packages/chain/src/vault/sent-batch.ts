import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { openSignedCall, signedCallsOf } from '@vaultwright/safe'

/** A transaction by which a batch may reach a Manager. */
export type BatchTransaction = {
  readonly from: Address
  /** Null where it makes a contract. */
  readonly to: Address | null
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
}

/** A batch that calldata shows, and its strategist: the sender, or the Safe that it goes through. */
export type SentBatch = { readonly data: Hex; readonly by: Address }

/**
 * Finds the batches inside the calldata of a transaction, through Safes, MultiSend and timelocks.
 *
 * @returns none where the calldata shows none: a contract may make one up by itself.
 */
export function sentBatchesOf(
  { from, to, data, value }: BatchTransaction,
  manager: Address,
): readonly SentBatch[] {
  if (to === null) return []
  if (isSameAddress(to, manager)) return [{ data, by: from }]
  try {
    const opened = openSignedCall({ to, value, operation: 'call', data })
    return signedCallsOf(opened).flatMap(({ call }) => {
      const isBatch = call.kind === 'manager_batch' && call.to !== null
      return isBatch && isSameAddress(call.to, manager) ? [{ data: call.data, by: to }] : []
    })
  } catch (error) {
    if (error instanceof BaseError) return []
    throw error
  }
}
