import type { Hex } from '@vaultwright/base'
import type { WithdrawQueue } from './queue.ts'

/** The contract's own word on its requests at a block. */
export type QueueAtBlock = {
  /** `getRequestIds()`, in its order. */
  readonly ids: readonly Hex[]
  readonly nonce: bigint
  /** Shares that the queue holds, base units. */
  readonly sharesHeld: bigint
}

/** Tells whether the folded queue is the contract's; an id is null where its list is shorter. */
export type QueueCheck =
  | { readonly state: 'agrees' }
  | {
      readonly state: 'differs'
      readonly what: 'ids'
      /** The first position at which the two differ, from 0. */
      readonly position: number
      readonly folded: Hex | null
      readonly contract: Hex | null
    }
  | {
      readonly state: 'differs'
      readonly what: 'nonce' | 'escrow'
      /** For `escrow`: shares of requests in the queue, and those that it holds, which may be more. */
      readonly folded: bigint
      readonly contract: bigint
    }

/** Holds what was folded against the contract: the same ids in the same order, the same next number, shares enough. */
export function checkQueue(queue: WithdrawQueue, contract: QueueAtBlock): QueueCheck {
  const length = Math.max(queue.ids.length, contract.ids.length)
  for (let position = 0; position < length; position += 1) {
    const foldedId = queue.ids[position] ?? null
    const contractId = contract.ids[position] ?? null
    if (foldedId?.toLowerCase() !== contractId?.toLowerCase()) {
      return { state: 'differs', what: 'ids', position, folded: foldedId, contract: contractId }
    }
  }
  if (queue.nonce !== contract.nonce) {
    return { state: 'differs', what: 'nonce', folded: queue.nonce, contract: contract.nonce }
  }
  const escrow = queue.ids.reduce((sum, id) => sum + queue.requests.get(id)!.amountOfShares, 0n)
  if (contract.sharesHeld < escrow) {
    return { state: 'differs', what: 'escrow', folded: escrow, contract: contract.sharesHeld }
  }
  return { state: 'agrees' }
}
