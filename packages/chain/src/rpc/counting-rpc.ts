import type { Rpc } from './rpc.ts'

/** The number of requests to a node so far. */
export type RpcCounts = {
  /** Round trips, those that failed among them. */
  readonly asks: number
  /** Round trips that ended without an answer. */
  readonly failures: number
  /** Questions, all methods together. */
  readonly calls: number
  /** Questions by method, in the order in which each was first asked. */
  readonly byMethod: Readonly<Record<string, number>>
}

/** A transport that counts, and what it counted. */
type CountingRpc = {
  readonly rpc: Rpc
  /** Tells the counts of now; they only grow. */
  readonly counts: () => RpcCounts
}

/**
 * Makes a transport that counts what it is asked.
 *
 * @param rpc - the node. Tries that it repeats by itself are its own affair and count once.
 * @returns the transport with its counts. Asks without a question are not round trips.
 */
export function openCountingRpc(rpc: Rpc): CountingRpc {
  const byMethod = new Map<string, number>()
  let asks = 0
  let failures = 0
  let total = 0
  return {
    rpc: {
      name: rpc.name,
      close: () => rpc.close(),
      ask: async (calls) => {
        if (calls.length > 0) asks++
        total += calls.length
        for (const { method } of calls) byMethod.set(method, (byMethod.get(method) ?? 0) + 1)
        try {
          return await rpc.ask(calls)
        } catch (error) {
          failures++
          throw error
        }
      },
    },
    counts: () => ({ asks, failures, calls: total, byMethod: Object.fromEntries(byMethod) }),
  }
}
