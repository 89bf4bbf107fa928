import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type ReadBy, readerOf } from '@vaultwright/document'
import Type from 'typebox'
import { account, bytes, printQuantity, quantity, word } from '../rpc/answer.ts'
import type { RpcCall } from '../rpc/rpc.ts'
import { ReorgError } from './block.ts'

/** A log of the chain. */
export type ChainLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly transactionIndex: number
  readonly logIndex: number
}

/** The filter of logs: any of the addresses, and at each place any of the topics. */
export type LogFilter = {
  readonly addresses?: readonly Address[]
  /** One entry a place: a topic, several of which one must be there, or null for any. */
  readonly topics?: readonly (Hex | readonly Hex[] | null)[]
}

/** Block numbers, both ends included. */
export type LogRange = { readonly from: bigint; readonly to: bigint }

const small = Type.Decode(quantity, Number)
const logSchema = Type.Object({
  address: account,
  topics: Type.Array(word, { maxItems: 4 }),
  data: bytes,
  blockNumber: quantity,
  blockHash: word,
  transactionHash: word,
  transactionIndex: small,
  logIndex: small,
  removed: Type.Optional(Type.Boolean()),
})

/** The answer to `eth_getLogs`. */
export const readLogList = readerOf(Type.Array(logSchema))

/** Makes the question for the logs of a range. */
export function logCall({ addresses, topics }: LogFilter, { from, to }: LogRange): RpcCall {
  const filter = {
    fromBlock: printQuantity(from),
    toBlock: printQuantity(to),
    ...(addresses === undefined ? {} : { address: addresses }),
    ...(topics === undefined ? {} : { topics }),
  }
  return { method: 'eth_getLogs', params: [filter] }
}

/**
 * Tells whether no log can be meant: nodes take an empty list of choices for any choice.
 *
 * @returns true when one of its lists is empty.
 */
export function isUnmatchable({ addresses, topics = [] }: LogFilter): boolean {
  return addresses?.length === 0 || topics.some((topic) => topic?.length === 0)
}

/**
 * Puts the logs of a range in order, each once, after checking that they are of that range, of
 * that filter and of one chain.
 *
 * @throws {LogMismatchError} when one was not asked for, or two claim one place.
 * @throws {ReorgError} when one was removed, or two name different blocks of one number.
 */
export function orderedLogs(
  rows: ReadBy<typeof readLogList>,
  range: LogRange,
  filter: LogFilter,
): readonly ChainLog[] {
  const hashes = new Map<bigint, Hex>()
  const places = new Map<string, ChainLog>()
  for (const { removed, ...log } of rows) {
    if (removed === true)
      throw new ReorgError({ number: log.blockNumber, hash: log.blockHash }, null)
    if (log.blockNumber < range.from || log.blockNumber > range.to || !isWanted(log, filter)) {
      throw new LogMismatchError(log, 'it was not asked for')
    }
    const hash = hashes.get(log.blockNumber) ?? log.blockHash
    if (hash !== log.blockHash)
      throw new ReorgError({ number: log.blockNumber, hash }, log.blockHash)
    hashes.set(log.blockNumber, hash)
    const place = `${log.blockNumber}/${log.logIndex}`
    const topics = places.get(place)
    if (topics !== undefined && !isSameLog(topics, log)) {
      throw new LogMismatchError(log, 'another log has its place')
    }
    places.set(place, log)
  }
  return [...places.values()].sort((one, other) =>
    one.blockNumber === other.blockNumber
      ? one.logIndex - other.logIndex
      : Number(one.blockNumber - other.blockNumber),
  )
}

function isWanted(log: ChainLog, { addresses, topics = [] }: LogFilter): boolean {
  const isThere = (wanted: readonly string[], found: string | undefined) =>
    found !== undefined && wanted.some((one) => one.toLowerCase() === found.toLowerCase())
  if (addresses !== undefined && !isThere(addresses, log.address)) return false
  return topics.every((topic, at) => {
    if (topic === null) return log.topics.length > at
    return isThere(typeof topic === 'string' ? [topic] : topic, log.topics[at])
  })
}

function isSameLog(one: ChainLog, other: ChainLog): boolean {
  return (
    one.address === other.address &&
    one.data === other.data &&
    one.transactionHash === other.transactionHash &&
    one.topics.join() === other.topics.join()
  )
}

/** A node gave a log that cannot be right. */
class LogMismatchError extends BaseError {
  override readonly code = 'log_mismatch'
  override readonly kind = 'unavailable'

  constructor(log: ChainLog, why: string) {
    super({
      message: `The node gave log ${log.logIndex} of block ${log.blockNumber}, but ${why}. Ask again, or use another endpoint.`,
      facts: { block: String(log.blockNumber), logIndex: log.logIndex, address: log.address, why },
      retryable: true,
    })
  }
}
