import { BaseError } from '@vaultwright/base'
import { RpcAnswerError } from '../rpc/answer.ts'
import { isReading, type Rpc, type RpcAnswer, type RpcCall } from '../rpc/rpc.ts'
import { RpcClosedError } from './http-exchange.ts'

/** Options of joined requests. */
export type BatchingRpcOptions = {
  /** The most questions of a joined ask; one that asks more by itself goes alone. 100 when not said. */
  readonly maxCalls?: number
  /** The most joined asks under way at once; what comes meanwhile waits and is joined. 4 when not said. */
  readonly maxInFlight?: number
  /** Has something done when the turn is over in which questions come. `setImmediate` when not said. */
  readonly turn?: (go: () => void) => void
}

type PendingAsk = {
  readonly calls: readonly RpcCall[]
  readonly resolve: (answers: readonly RpcAnswer[]) => void
  readonly reject: (error: unknown) => void
}

/** Failures that every request meets: asking apart would only burden the node. */
const sharedErrorCodes: ReadonlySet<string> = new Set([
  'rpc_closed',
  'ipc_closed',
  'rpc_network',
  'rpc_http_status',
  'rpc_budget_spent',
  'rpc_refused',
  'wrong_chain',
])

/**
 * Makes a transport on which those who ask in the same turn share a round trip.
 *
 * The questions of one ask stay together and in order, so that what follows a block still does. An ask that
 * changes something is never joined. When a joined ask fails for what one of them may have asked, its
 * halves are asked apart, until only the failing ones fail.
 *
 * @returns the port. It throws RpcClosedError after closing, also at those who wait.
 */
export function openBatchingRpc(rpc: Rpc, options: BatchingRpcOptions = {}): Rpc {
  const maxCalls = options.maxCalls ?? 100
  const maxInFlight = Math.max(1, options.maxInFlight ?? 4)
  const turn = options.turn ?? ((go) => void setImmediate(go))
  let queue: PendingAsk[] = []
  let inFlight = 0
  let isAwaited = false
  let isClosed = false

  const send = () => {
    isAwaited = false
    while (queue.length > 0 && inFlight < maxInFlight) {
      const count = countWithin(queue, maxCalls)
      const waiters = queue.slice(0, count)
      queue = queue.slice(count)
      inFlight++
      void settle(rpc, waiters).finally(() => {
        inFlight--
        plan()
      })
    }
  }
  const plan = () => {
    if (isAwaited || queue.length === 0 || inFlight >= maxInFlight) return
    isAwaited = true
    turn(send)
  }

  return {
    name: rpc.name,
    ask: async (calls) => {
      if (isClosed) throw new RpcClosedError(rpc.name)
      if (calls.length === 0) return []
      if (!calls.every(isReading)) return rpc.ask(calls)
      return new Promise((resolve, reject) => {
        queue.push({ calls, resolve, reject })
        plan()
      })
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(new RpcClosedError(rpc.name))
      await rpc.close()
    },
  }
}

/** Asks for all of them at once, and gives each its answers or its failure; never throws itself. */
async function settle(rpc: Rpc, waiters: readonly PendingAsk[]): Promise<void> {
  const calls = waiters.flatMap((waiter) => waiter.calls)
  try {
    const answers = await rpc.ask(calls)
    if (answers.length !== calls.length) {
      const reason = `there are ${answers.length} answers to ${calls.length} questions`
      throw new RpcAnswerError(calls[0]!.method, reason)
    }
    let next = 0
    for (const waiter of waiters) {
      waiter.resolve(answers.slice(next, next + waiter.calls.length))
      next += waiter.calls.length
    }
  } catch (error) {
    if (waiters.length === 1 || isSharedError(error)) {
      for (const waiter of waiters) waiter.reject(error)
      return
    }
    const middle = waiters.length >> 1
    await Promise.all([settle(rpc, waiters.slice(0, middle)), settle(rpc, waiters.slice(middle))])
  }
}

function isSharedError(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return sharedErrorCodes.has(error.code) || isSharedError(error.cause)
}

/** The number of requests from the front that share a round trip: at least one. */
function countWithin(waiters: readonly PendingAsk[], maxCalls: number): number {
  let sum = 0
  for (const [index, { calls }] of waiters.entries()) {
    sum += calls.length
    if (sum > maxCalls && index > 0) return index
  }
  return waiters.length
}
