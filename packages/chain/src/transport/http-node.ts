import type { RpcDialect } from '../rpc/dialect.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import type { Endpoint } from './endpoint.ts'
import type { Budget } from './http-budget.ts'
import { parseEnvelope, printEnvelope, wholeRefusalOf } from './http-envelope.ts'
import {
  type ExchangeOptions,
  exchange,
  RpcAnswerTooLargeError,
  RpcHttpError,
} from './http-exchange.ts'

/** One endpoint with what was learned about it. */
export type HttpNode = {
  readonly shown: string
  /** Asks without retrying; throws when there is no answer. */
  readonly ask: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>
}

/** Options of a node over HTTP. */
export type HttpNodeOptions = ExchangeOptions & {
  readonly dialect: RpcDialect
  readonly budget: Budget
  /** The most questions and characters of one batch. */
  readonly batchCalls: number
  readonly batchChars: number
}

const singlesAtOnce = 8
/** Stands for a batch that a node refuses as a whole. */
const batchCall: RpcCall = { method: 'batch', params: [] }
const batchRefusalStatuses: ReadonlySet<number> = new Set([400, 405, 413, 415, 422])

/**
 * Makes a node of an endpoint: its network is checked before its first answer, after each failure
 * and with every block that is not named by its hash; batches shrink to what it takes.
 */
export function openHttpNode(endpoint: Endpoint, options: HttpNodeOptions): HttpNode {
  let batchLimit = options.batchCalls
  const { identity, isBlockCall, isReading, refusalKindOf, refusalErrorOf } = options.dialect
  let isOnChain = identity === null

  const send = async (calls: readonly RpcCall[]) => {
    await options.budget(calls.length)
    return exchange(endpoint, printEnvelope(calls), options)
  }

  const askOne = async (call: RpcCall): Promise<RpcAnswer> => {
    const { body } = await send([call])
    const hasId = typeof body === 'object' && body !== null && 'id' in body && body.id !== null
    const refusal = hasId ? null : wholeRefusalOf(body, endpoint)
    if (refusal !== null) return { ok: false, error: refusal }
    return parseEnvelope([call], body, endpoint)[0]!
  }

  /** Answers; null when the node does not take such a batch and smaller ones are to be tried. */
  const askBatch = async (calls: readonly RpcCall[]): Promise<readonly RpcAnswer[] | null> => {
    let body: unknown
    try {
      const answered = await send(calls)
      body = answered.body
    } catch (error) {
      if (!(error instanceof RpcHttpError && batchRefusalStatuses.has(error.status))) throw error
      batchLimit = error.status === 413 ? halfOf(calls.length) : 1
      return null
    }
    const refusal = wholeRefusalOf(body, endpoint)
    if (refusal === null) return parseEnvelope(calls, body, endpoint)
    const isAboutBatch = /batch/i.test(refusal.message)
    if (!isAboutBatch && refusalKindOf(batchCall, refusal) === 'busy') {
      throw refusalErrorOf('a batch', refusal)
    }
    const isAboutSize = /large|many|exceed|limit|max|size/i.test(refusal.message)
    batchLimit = isAboutSize ? halfOf(calls.length) : 1
    return null
  }

  const askHalves = async (calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> => {
    const middle = halfOf(calls.length)
    return [...(await askAll(calls.slice(0, middle))), ...(await askAll(calls.slice(middle)))]
  }

  const askAll = async (calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> => {
    const answers: RpcAnswer[] = []
    while (answers.length < calls.length) {
      const remaining = calls.slice(answers.length)
      const some = remaining.slice(0, batchSize(remaining, batchLimit, options.batchChars))
      if (some.length === 1) {
        const count = batchLimit === 1 ? singlesBefore(remaining.findIndex(isBlockCall)) : 1
        answers.push(...(await Promise.all(remaining.slice(0, count).map(askOne))))
        continue
      }
      try {
        answers.push(...((await askBatch(some)) ?? []))
      } catch (error) {
        if (!(error instanceof RpcAnswerTooLargeError && some.every(isReading))) throw error
        answers.push(...(await askHalves(some)))
      }
    }
    return answers
  }

  return {
    shown: endpoint.shown,
    ask: async (calls) => {
      if (identity === null) return askAll(calls)
      try {
        if (!isOnChain && !calls.every(isReading)) {
          // What changes something must not be sent to another network.
          identity.assert(await askOne(identity.call), endpoint.shown)
          isOnChain = true
        }
        if (isOnChain && !calls.some(isBlockCall)) return await askAll(calls)
        // A block's number is the same on every chain: the server that is now behind the URL must say which.
        const [identityAnswer, ...answers] = await askAll([identity.call, ...calls])
        identity.assert(identityAnswer, endpoint.shown)
        isOnChain = true
        return answers
      } catch (error) {
        isOnChain = false
        throw error
      }
    },
  }
}

/** The number of questions that may go out one by one at once: those after a block wait until it was shown. */
function singlesBefore(block: number): number {
  return block < 0 ? singlesAtOnce : Math.min(singlesAtOnce, block + 1)
}

function halfOf(count: number): number {
  return Math.max(1, Math.floor(count / 2))
}

function batchSize(calls: readonly RpcCall[], limit: number, chars: number): number {
  let size = 0
  for (const [index, call] of calls.entries()) {
    size += JSON.stringify(call.params).length + call.method.length + 48
    if (index > 0 && (size > chars || index >= limit)) return index
  }
  return calls.length
}
