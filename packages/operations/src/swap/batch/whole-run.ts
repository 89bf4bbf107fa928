import { type ActionRequest, type Built, buildActions } from '@vaultwright/builder'
import { type RunRead, type RunResult, type RunTransaction, simulateEach } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { BalanceMove, BatchStep, WholeBatchRun } from '@vaultwright/swap'
import type { MarketTransaction } from '../market-order.ts'
import type { FinishedSwap } from '../quote/market.ts'
import { openSharedReads } from '../shared-read.ts'
import type { SwapContext } from '../swap-context.ts'
import { actionsOf, refusalOfRun } from '../swap-run.ts'
import { readsOf } from '../swap-run-read.ts'

/** A batch as it ran as one. */
export type WholeRun = {
  readonly built: Built
  readonly run: WholeBatchRun
  readonly approvalsLeft: MarketTransaction['approvalsLeft']
}

/** The plan of a batch that runs as one. */
export type WholePlan = {
  readonly block: BlockRef
  readonly steps: { readonly before: readonly BatchStep[]; readonly after: readonly BatchStep[] }
  readonly finished: readonly FinishedSwap[]
  /** Transactions that run one after the other: the actions before, each swap, the actions after. */
  readonly parts: readonly RunTransaction[]
}

/** Executes the batch as one call of the Manager, and beside it its parts one after the other, both on the block's state. */
export async function runWhole(
  context: SwapContext,
  { block, steps, finished, parts }: WholePlan,
): Promise<WholeRun> {
  const { build, chain, forks, policy } = context
  const { vault } = build
  const built = await buildActions(
    { ...build, reads: openSharedReads(chain, block, []), now: block.timestamp },
    [
      ...steps.before.map(requestOfStep),
      ...finished.flatMap(({ swapRun }) => actionsOf(swapRun)),
      ...steps.after.map(requestOfStep),
    ],
  )
  const watched = (policy?.prices ?? []).map(({ asset }) => asset)
  const reads = distinctReads(
    finished.flatMap(({ swapRun }) => readsOf({ vault, watched }, swapRun)),
  )
  const { runs } = await simulateEach({ chain, forks }, block, [
    { transactions: [transactionOf(context, built)], reads },
    { transactions: parts, reads },
  ])
  const [whole, apart] = runs as [RunResult, RunResult]
  const [transaction] = whole.transactions
  const [start, end] = [whole.readings[0]!, whole.readings.at(-1)!]
  const hasFirst = steps.before.length > 0
  const hasLast = steps.after.length > 0
  const stepMoves = [
    ...(hasFirst ? movesBetween(reads, apart.readings[0]!, apart.readings[1]!) : []),
    ...(hasLast ? movesBetween(reads, apart.readings.at(-2)!, apart.readings.at(-1)!) : []),
  ]
  const lastStep = apart.transactions.at(-1)
  const failure = refusalOfRun(transaction!)
  return {
    built,
    run: {
      isSuccess: transaction!.isSuccess && lastStep?.isSuccess === true,
      failure: failure ?? (lastStep === undefined ? null : refusalOfRun(lastStep)),
      gasUsed: transaction!.gasUsed,
      moves: transaction!.isSuccess ? movesBetween(reads, start, end) : [],
      stepMoves,
    },
    approvalsLeft: reads.flatMap((read, index) => {
      const left = end[index] ?? null
      return read.kind === 'allowance' && left !== null && left > 0n
        ? [{ token: read.token, spender: read.spender, amount: left }]
        : []
    }),
  }
}

function distinctReads(reads: readonly RunRead[]): readonly RunRead[] {
  return [...new Map(reads.map((read) => [JSON.stringify(read).toLowerCase(), read])).values()]
}

function movesBetween(
  reads: readonly RunRead[],
  then: RunResult['readings'][number],
  now: RunResult['readings'][number],
): readonly BalanceMove[] {
  return reads.flatMap((read, index) => {
    if (read.kind !== 'balance') return []
    const [before, after] = [then[index] ?? null, now[index] ?? null]
    if (before === null || after === null || before === after) return []
    return [{ token: read.token, holder: read.holder, amount: after - before }]
  })
}

/** Turns an action of a batch into a request of the builder. */
export function requestOfStep({ route, params }: BatchStep): ActionRequest {
  return { route, params }
}

/** The transaction of what was built, as the strategist sends it. */
export function transactionOf(
  { strategist }: SwapContext,
  { target, calldata }: Pick<Built, 'target' | 'calldata'>,
): RunTransaction {
  return { from: strategist, to: target, data: calldata }
}
