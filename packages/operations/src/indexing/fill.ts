import type { Indexer, ScanFilter, ScanReport, TaskHandler } from '@vaultwright/indexer'

/** The vaults to fill, and the time limit. */
export type FillOrder = {
  /** Slugs of chains that have a node. */
  readonly chains: readonly string[]
  readonly filter: ScanFilter
  /** Lets go: what is being done comes to its end, nothing else is begun. */
  readonly signal: AbortSignal
}

/** The progress of a chain. */
export type Filled = { readonly chain: string; readonly report: ScanReport }

/** A command waits for chance to pass, but not for a node that is down. */
const maxAttempts = 4

/** Does what is missing, until nothing is, or what is left cannot be done now. */
export async function fillGaps(indexer: Indexer, order: FillOrder): Promise<readonly Filled[]> {
  const { scanChain } = await import('@vaultwright/indexer')
  const { context, queue, workOptions } = indexer
  const { chains, filter, signal } = order
  await queue.work(withoutWaiting(indexer.handle), {
    ...workOptions,
    retryDecisionOf: (task, error, attempt) => {
      const decision = workOptions.retryDecisionOf(task, error, attempt)
      return attempt < maxAttempts ? decision : { kind: 'park' }
    },
  })
  let left = Number.POSITIVE_INFINITY
  for (;;) {
    const filled = await Promise.all(
      chains.map(async (chain): Promise<Filled> => {
        const report = await scanChain(context, chain, filter)
        return { chain, report }
      }),
    )
    await queue.idle(signal)
    const open = filled.reduce((sum, { report }) => sum + report.missing + report.stale, 0)
    // What was looked at twice and stayed as it was is not done by looking again.
    if (filled.every(({ report }) => report.flows === 0) || open >= left) return filled
    left = open
  }
}

/** Leaves tasks that must wait to a later process. */
function withoutWaiting(handle: TaskHandler): TaskHandler {
  return async (task, context) => {
    const end = await handle(task, context)
    return end.kind === 'wait' ? { kind: 'done' } : end
  }
}
