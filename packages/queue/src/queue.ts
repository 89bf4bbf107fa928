import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { decodeQueueLog, type QueueEvent, type QueueLog, QueueLogError } from './queue-event.ts'
import {
  type QueuedRequest,
  type RequestLog,
  requestIdOf,
  type WithdrawRequest,
} from './request.ts'

/** A withdraw queue as its logs tell it. */
export type WithdrawQueue = {
  readonly address: Address
  /** Ids of the requests in the queue, in the order of the contract's own set. */
  readonly ids: readonly Hex[]
  /** Every request that ever was in it, by id, oldest first. */
  readonly requests: ReadonlyMap<Hex, QueuedRequest>
  /** Number of the next request. */
  readonly nonce: bigint
  /** The log that was folded last; null before the first. */
  readonly last: FoldedLog | null
}

/** A log that was folded: a replacement is known by the log before it. */
type FoldedLog = Pick<QueueLog, 'blockNumber' | 'logIndex' | 'transactionHash'> & {
  readonly cancelledId: Hex | null
}

/** Makes a queue before its first request. */
export function emptyQueue(address: Address): WithdrawQueue {
  return { address, ids: [], requests: new Map(), nonce: 1n, last: null }
}

/**
 * Folds logs into a queue: which requests it has, in the order of the contract's set, and how the others ended. In one
 * go or in pieces is the same.
 *
 * The last id of the set takes the place of one that leaves. Source: OpenZeppelin's EnumerableSet, as the queue uses it.
 *
 * @param queue - it stays as it is.
 * @param logs - those of `requestTopics`, all of them, in the order of the chain.
 * @throws {QueueLogError} on the first log that does not follow from those before it.
 */
export function foldQueue(queue: WithdrawQueue, logs: readonly QueueLog[]): WithdrawQueue {
  const draft: Draft = {
    ids: [...queue.ids],
    positions: new Map(queue.ids.map((id, position) => [id, position])),
    requests: new Map(queue.requests),
    nonce: queue.nonce,
    last: queue.last,
  }
  for (const log of logs) {
    assertNext(queue.address, log, draft.last)
    const event = decodeQueueLog(log)
    if (event.kind === 'requested') add(draft, log, event)
    else end(draft, log, event)
    const { blockNumber, logIndex, transactionHash } = log
    const cancelledId = event.kind === 'cancelled' ? event.id : null
    draft.last = { blockNumber, logIndex, transactionHash, cancelledId }
  }
  const { positions: _, ...folded } = draft
  return { address: queue.address, ...folded }
}

type Draft = {
  readonly ids: Hex[]
  readonly positions: Map<Hex, number>
  readonly requests: Map<Hex, QueuedRequest>
  nonce: bigint
  last: FoldedLog | null
}

type RequestedEvent = Extract<QueueEvent, { kind: 'requested' }>
type EndEvent = Exclude<QueueEvent, RequestedEvent>

function assertNext(address: Address, log: QueueLog, last: FoldedLog | null): void {
  if (!isSameAddress(log.address, address)) {
    throw new QueueLogError(log, 'queue', `The queue that is read is ${address}.`)
  }
  if (last === null || log.blockNumber > last.blockNumber) return
  if (log.blockNumber === last.blockNumber && log.logIndex > last.logIndex) return
  const { blockNumber, logIndex } = last
  throw new QueueLogError(log, 'order', `It comes after log ${logIndex} of block ${blockNumber}.`)
}

function add(draft: Draft, log: QueueLog, { id, request }: RequestedEvent): void {
  if (requestIdOf(request) !== id) {
    throw new QueueLogError(log, 'id', `The id ${id} is not the hash of its request.`)
  }
  if (draft.requests.has(id)) throw new QueueLogError(log, 'twice', `The request ${id} was made.`)
  if (request.nonce !== draft.nonce) {
    const reason = `Its number is ${request.nonce} where ${draft.nonce} is next.`
    throw new QueueLogError(log, 'nonce', reason)
  }
  draft.nonce += 1n
  draft.positions.set(id, draft.ids.push(id) - 1)
  draft.requests.set(id, { ...request, id, ...placeOf(log), end: null })
  const replaced = replacedBy(draft, log, request)
  if (replaced === null) return
  // The log that cancels ends it.
  const end = { ...replaced.end!, kind: 'replaced', replacedBy: id } as const
  draft.requests.set(replaced.id, { ...replaced, end })
}

/** A user who cancels and asks again moves shares in between: then logs of the shares lie between the two. */
function replacedBy(
  { last, requests }: Draft,
  log: QueueLog,
  { user, assetOut, amountOfShares }: WithdrawRequest,
): QueuedRequest | null {
  if (last === null || last.cancelledId === null) return null
  if (last.transactionHash !== log.transactionHash) return null
  if (last.blockNumber !== log.blockNumber || last.logIndex + 1 !== log.logIndex) return null
  const cancelled = requests.get(last.cancelledId)
  if (cancelled === undefined || cancelled.amountOfShares !== amountOfShares) return null
  const isSame = isSameAddress(cancelled.user, user) && isSameAddress(cancelled.assetOut, assetOut)
  return isSame ? cancelled : null
}

function end(draft: Draft, log: QueueLog, { kind, id, user }: EndEvent): void {
  const position = draft.positions.get(id)
  const request = draft.requests.get(id)
  if (position === undefined || request === undefined) {
    throw new QueueLogError(log, 'not_open', `The request ${id} is not in the queue.`)
  }
  if (!isSameAddress(request.user, user)) {
    throw new QueueLogError(log, 'user', `The request ${id} is of ${request.user}.`)
  }
  takeOut(draft, id, position)
  draft.requests.set(id, { ...request, end: { kind, ...placeOf(log) } })
}

type RequestSet = Pick<Draft, 'ids' | 'positions'>

/** Takes an id out of the set: the last one takes its place. */
export function takeOut({ ids, positions }: RequestSet, id: Hex, position: number): void {
  const lastId = ids.pop()!
  if (lastId !== id) {
    ids[position] = lastId
    positions.set(lastId, position)
  }
  positions.delete(id)
}

function placeOf({ blockNumber, blockHash, logIndex, transactionHash }: QueueLog): RequestLog {
  return { block: blockNumber, blockHash, logIndex, transactionHash }
}
