import { BaseError } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { parseAnswer } from '../rpc/answer.ts'
import { RpcRefusedError } from '../rpc/refusal.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { RpcAnswerTooLargeError, RpcTimeoutError } from '../transport/http-exchange.ts'
import { headerCall, parseHeader, ReorgError, readHeader } from './block.ts'
import {
  type ChainLog,
  isUnmatchable,
  type LogFilter,
  type LogRange,
  logCall,
  orderedLogs,
  readLogList,
} from './log.ts'
import { assertCanonical } from './pinned-ask.ts'

/** The logs to read, and their blocks. */
export type LogQuery = LogFilter & {
  readonly fromBlock: bigint
  /** The last block: pinned, or its number, which is pinned before the first log is read. */
  readonly toBlock: bigint | BlockRef
}

/** Reads logs over a range, in order, each once, none left out. */
export type LogReader = (query: LogQuery) => Promise<readonly ChainLog[]>

/**
 * Makes a reader of logs that learns how many blocks the node gives at once.
 *
 * Each answer must come with, or after, the last block of all, so that a node that is behind, or on
 * another branch, cannot pass for one where nothing happened: its hash covers every block before it,
 * so that no log of a chain that was given up can be among them. One URL that hides several nodes
 * and takes no batches can still deceive: let two endpoints agree there.
 *
 * @returns the reader. It throws ReorgError when the chain changes while it is read,
 * LogRangeError when the node refuses even one block, LogMismatchError for logs outside the question.
 */
export function openLogReader(
  rpc: Rpc,
  options: { readonly blocks: bigint; readonly blocksLimit: bigint },
): LogReader {
  let limit = options.blocksLimit > 1n ? options.blocksLimit : 1n
  let size = options.blocks < limit ? options.blocks : limit
  if (size < 1n) size = 1n
  // After each refusal more pieces must be given before larger ones are tried.
  let trust = 1
  let count = 0

  const readRange = async (filter: LogFilter, range: LogRange, pin: BlockRef) => {
    const calls = [headerCall(pin.number), logCall(filter, range)]
    const answers = await rpc.ask(calls)
    const last = parseHeader(calls[0]!, answers[0], pin.number)
    if (last.hash !== pin.hash) throw new ReorgError(pin, last.hash)
    const rows = parseAnswer(readLogList, calls[1]!, answers[1])
    const logs = orderedLogs(rows, range, filter)
    const end = logs.at(-1)
    if (end !== undefined && end.blockNumber === pin.number && end.blockHash !== pin.hash) {
      throw new ReorgError(pin, end.blockHash)
    }
    return logs
  }

  return async ({ fromBlock, toBlock, ...filter }) => {
    const pin = typeof toBlock === 'bigint' ? await readHeader(rpc, toBlock) : toBlock
    const logs: ChainLog[] = []
    if (isUnmatchable(filter)) return logs
    let from = fromBlock
    while (from <= pin.number) {
      const range = nextRange(from, pin.number, size)
      try {
        logs.push(...(await readRange(filter, range, pin)))
        from = range.to + 1n
        const isWhole = range.to - range.from + 1n === size
        if (!isWhole || size >= limit || ++count < trust) continue
        size = size * 2n < limit ? size * 2n : limit
        count = 0
      } catch (error) {
        const reason = narrowerReasonOf(error)
        if (reason === null) throw error
        const blocks = range.to - range.from + 1n
        if (blocks === 1n) throw new LogRangeError(range.from, error)
        trust = Math.min(64, trust * 2)
        count = 0
        const suggested = suggestionOf(reason, range)
        if (suggested?.isLimit === true) limit = suggested.blocks
        size = suggested?.blocks ?? blocks / 2n
      }
    }
    if (fromBlock <= pin.number) await assertCanonical(rpc, pin)
    return logs
  }
}

/** The reason of a failure that fewer blocks may cure; null if they would not. */
function narrowerReasonOf(error: unknown): string | null {
  if (error instanceof RpcAnswerTooLargeError || error instanceof RpcTimeoutError) return ''
  if (error instanceof RpcRefusedError) {
    return error.refusal === 'range' ? String(error.facts.nodeMessage) : null
  }
  return error instanceof BaseError && error.cause !== undefined
    ? narrowerReasonOf(error.cause)
    : null
}

/** The number of blocks a node would give. */
type RangeSuggestion = {
  readonly blocks: bigint
  /** True when it is a bound for every range, not only for one with as many logs. */
  readonly isLimit: boolean
}

const explicitRange = /(0x[0-9a-f]+|\d+)\s*(?:,|-|to|–)\s*(0x[0-9a-f]+|\d+)/i
const limitWords =
  /(?:limited to|max(?:imum)?(?: allowed)?(?: block)?(?: range)?(?: is|:)?|greater than|more than|up to|limit of|over|exceeds?(?: the)?(?: max(?:imum)?)?(?: block)?(?: range)?(?: of|:)?)\s*(?:an?\s*)?([\d,]+)(?![\d,]|\s*(?:days?|hours?|minutes?|seconds?|m?s|address\w*|topics?|results?|logs?|events?|requests?)\b)\s*(k)?\s*(?:blocks?|range|max|block range)?/i

/** Cuts the next piece off a range. */
function nextRange(from: bigint, last: bigint, size: bigint): LogRange {
  const to = from + size - 1n
  return { from, to: to < last ? to : last }
}

/**
 * Reads from a node's refusal how many blocks it would give.
 *
 * @returns fewer blocks than were asked for, at least 1; null when the words do not say.
 */
export function suggestionOf(message: string, { from, to }: LogRange): RangeSuggestion | null {
  const span = to - from + 1n
  const pairs = message.matchAll(new RegExp(explicitRange, 'gi'))
  for (const [, start, end] of pairs) {
    const blocks = BigInt(end!) - BigInt(start!) + 1n
    if (BigInt(start!) === from && blocks > 0n && blocks < span) return { blocks, isLimit: false }
  }
  if (!/block|range/i.test(message)) return null
  const match = limitWords.exec(message)
  if (match === null) return null
  const blocks =
    BigInt(match[1]!.replaceAll(',', '') || '0') * (match[2] === undefined ? 1n : 1000n)
  return blocks > 0n && blocks < span ? { blocks, isLimit: true } : null
}

/** A node does not even give the logs of one block. */
export class LogRangeError extends BaseError {
  override readonly code = 'log_range_refused'
  override readonly kind = 'unavailable'

  constructor(block: bigint, cause: unknown) {
    super({
      message: `The node does not give the logs of block ${block} alone. Ask for fewer addresses or topics, or use another endpoint.`,
      facts: { block: String(block) },
      cause,
      retryable: cause instanceof BaseError && cause.retryable,
    })
  }
}
