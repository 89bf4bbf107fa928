import { openCountingRpc, type Rpc, type RpcCounts } from '@vaultwright/chain'

/** A chain's node, measured. */
export type RpcMeter = {
  readonly rpc: Rpc
  readonly counts: () => RpcCounts
  /** Questions that may still be asked in this minute; null without a budget. */
  readonly left: () => number | null
}

/** A chain's node, as it is asked. */
export type ChainReport = {
  readonly chain: string
  readonly counts: RpcCounts
  /** Questions a minute, and those of them that are left; null without a budget. */
  readonly budget: number | null
  readonly left: number | null
}

/** The limits of a meter. */
export type RpcMeterOptions = {
  /** Questions a minute; null for any number. */
  readonly perMinute: number | null
  /** A clock that never goes back, milliseconds. */
  readonly nowMs: () => number
}

const minuteMs = 60_000

/**
 * Measures what a node is asked.
 *
 * @returns the node to be asked instead, and what was counted. Tries that the node's transport repeats by
 *   itself are not seen: with them less is left of the budget than reported.
 */
export function openRpcMeter(node: Rpc, { perMinute, nowMs }: RpcMeterOptions): RpcMeter {
  const { rpc, counts } = openCountingRpc(node)
  let spent: { readonly atMs: number; readonly count: number }[] = []
  const recent = () => {
    const sinceMs = nowMs() - minuteMs
    spent = spent.filter(({ atMs }) => atMs > sinceMs)
    return spent.reduce((sum, { count }) => sum + count, 0)
  }
  return {
    counts,
    left: () => (perMinute === null ? null : Math.max(0, perMinute - recent())),
    rpc: {
      ...rpc,
      ask: (calls) => {
        if (perMinute !== null) {
          recent()
          spent.push({ atMs: nowMs(), count: calls.length })
        }
        return rpc.ask(calls)
      },
    },
  }
}
