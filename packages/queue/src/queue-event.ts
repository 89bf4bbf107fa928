import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { queueTopics } from '@vaultwright/registry'
import type { WithdrawRequest } from './request.ts'

/** A log of a queue as a node gives it. */
export type QueueLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  /** Whole words. */
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  readonly transactionHash: Hex
}

/** The events that change which requests a queue has. */
export type QueueEvent =
  | { readonly kind: 'requested'; readonly id: Hex; readonly request: WithdrawRequest }
  | { readonly kind: 'solved' | 'cancelled'; readonly id: Hex; readonly user: Address }

/** The topics to ask for: those of requests. Terms, capacity and pauses are read from state, as not each is logged. */
export const requestTopics: readonly Hex[] = [
  queueTopics.OnChainWithdrawRequested,
  queueTopics.OnChainWithdrawCancelled,
  queueTopics.OnChainWithdrawSolved,
]

const ends: Readonly<Record<Hex, 'solved' | 'cancelled'>> = {
  [queueTopics.OnChainWithdrawSolved]: 'solved',
  [queueTopics.OnChainWithdrawCancelled]: 'cancelled',
}

/**
 * Reads a log of a queue.
 *
 * @throws {QueueLogError} when it is of another event, has other words, or a number is wider than its type.
 */
export function decodeQueueLog(log: QueueLog): QueueEvent {
  const [topic, id, ...indexed] = log.topics.map((text) => text.toLowerCase() as Hex)
  const addresses = indexed.map((text) => addressIn(log, text))
  const words = wordsOf(log)
  if (topic === queueTopics.OnChainWithdrawRequested) {
    const [user, assetOut] = addresses
    if (id === undefined || user === undefined || assetOut === undefined) throw shapeError(log)
    if (addresses.length !== 2 || words.length !== widths.length) throw shapeError(log)
    for (const [index, bits] of widths.entries()) {
      if (words[index]! >> bits !== 0n) throw shapeError(log)
    }
    const [nonce, shares, assets, created, maturity, deadline] = words as SixWords
    const request = {
      nonce,
      user,
      assetOut,
      amountOfShares: shares,
      amountOfAssets: assets,
      creationTime: Number(created),
      secondsToMaturity: Number(maturity),
      secondsToDeadline: Number(deadline),
    }
    return { kind: 'requested', id, request }
  }
  const kind = topic === undefined ? undefined : ends[topic]
  const [user] = addresses
  if (kind === undefined || id === undefined || user === undefined) throw shapeError(log)
  if (addresses.length !== 1 || words.length !== 1) throw shapeError(log)
  return { kind, id, user }
}

/** Bits of nonce, shares, assets, creation, maturity and deadline. */
const widths = [96n, 128n, 128n, 40n, 24n, 24n] as const

type SixWords = readonly [bigint, bigint, bigint, bigint, bigint, bigint]

function addressIn(log: QueueLog, topic: Hex): Address {
  if (!/^0x0{24}[0-9a-f]{40}$/.test(topic)) throw shapeError(log)
  return checksumOf(`0x${topic.slice(26)}`)
}

function wordsOf(log: QueueLog): readonly bigint[] {
  if (!/^0x([0-9a-fA-F]{64}){0,8}$/.test(log.data)) throw shapeError(log)
  return (log.data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

function shapeError(log: QueueLog): QueueLogError {
  return new QueueLogError(log, 'shape', 'The log is not an event of a withdraw queue.')
}

/** The rule that a log of a queue breaks. */
export type QueueLogFault =
  | 'shape'
  | 'order'
  | 'queue'
  | 'id'
  | 'twice'
  | 'nonce'
  | 'not_open'
  | 'user'

/** A log of a queue contradicts those before it, or is none of a queue: nothing is folded past it. */
export class QueueLogError extends BaseError {
  override readonly code = 'queue_log'
  override readonly kind = 'unavailable'

  constructor(
    { address, blockNumber, logIndex }: Pick<QueueLog, 'address' | 'blockNumber' | 'logIndex'>,
    fault: QueueLogFault,
    reason: string,
  ) {
    super({
      message: `Log ${logIndex} of block ${blockNumber} does not follow from the logs of queue ${address} before it. ${reason} Read its logs again from its first block, from another node if that repeats.`,
      facts: { queue: address, block: String(blockNumber), logIndex, fault },
    })
  }
}
