import type { Address, Hex } from '@vaultwright/base'
import { emptyQueue, takeOut, type WithdrawQueue } from './queue.ts'
import type { QueuedRequest, RequestLog } from './request.ts'

/**
 * Makes a queue out of its requests as they are stored: the same as folding its logs.
 *
 * @param requests - every one that ever was in it, in any order. Where one is missing, the queue is not the contract's,
 * and `checkQueue` tells.
 */
export function restoreQueue(address: Address, requests: readonly QueuedRequest[]): WithdrawQueue {
  const steps = requests.flatMap((request): readonly Step[] => {
    const { end } = request
    const first = { request, log: request, end: null }
    return end === null ? [first] : [first, { request, log: end, end }]
  })
  steps.sort((one, other) => compareLogs(one.log, other.log))
  const ids: Hex[] = []
  const positions = new Map<Hex, number>()
  const byId = new Map<Hex, QueuedRequest>()
  let nonce = 1n
  for (const { request, end } of steps) {
    const { id } = request
    const position = positions.get(id)
    if (end === null) {
      positions.set(id, ids.push(id) - 1)
      byId.set(id, request)
      if (request.nonce >= nonce) nonce = request.nonce + 1n
    } else if (position !== undefined) takeOut({ ids, positions }, id, position)
  }
  const last = steps.at(-1)
  if (last === undefined) return emptyQueue(address)
  const { block: blockNumber, logIndex, transactionHash } = last.log
  const cancelledId = last.end?.kind === 'cancelled' ? last.request.id : null
  return {
    address,
    ids,
    requests: byId,
    nonce,
    last: { blockNumber, logIndex, transactionHash, cancelledId },
  }
}

/**
 * Gives the requests of a queue as they were after a block, as a reorganisation leaves them: later ones go, and those
 * that ended later are in the queue again.
 */
export function requestsAt(
  requests: readonly QueuedRequest[],
  block: bigint,
): readonly QueuedRequest[] {
  return requests
    .filter((request) => request.block <= block)
    .map((request) =>
      request.end !== null && request.end.block > block ? { ...request, end: null } : request,
    )
}

/** A log of a stored request: the one that made it, or the one that ended it. */
type Step = {
  readonly request: QueuedRequest
  readonly log: RequestLog
  readonly end: QueuedRequest['end']
}

function compareLogs(one: RequestLog, other: RequestLog): number {
  if (one.block !== other.block) return one.block < other.block ? -1 : 1
  return one.logIndex - other.logIndex
}
