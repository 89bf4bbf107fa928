import type { Address } from '@vaultwright/base'
import { type Built, buildActions } from '@vaultwright/builder'
import type { RunTransaction } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import {
  type BatchInputs,
  type BatchStep,
  batchOf,
  bestCandidateOf,
  quoteInputsIn,
  type SwapBatch,
  type SwapRequest,
} from '@vaultwright/swap'
import type { MarketTransaction } from '../market-order.ts'
import { assertBounded, type FinishedSwap, finishSwap } from '../quote/market.ts'
import { type MeasuredSwap, measureSwap } from '../quote/quote.ts'
import { openSharedReads } from '../shared-read.ts'
import type { SwapContext } from '../swap-context.ts'
import { errorOfRefusal } from '../swap-refusal.ts'
import { actionsOf } from '../swap-run.ts'
import { atPart, BatchPartError, inPart } from './batch-part.ts'
import { requestOfStep, runWhole, transactionOf, type WholeRun } from './whole-run.ts'

/** Swaps that run as one batch of the Manager, and what runs before and after them. */
export type SwapBatchRequest = {
  readonly before: readonly BatchStep[]
  /** One at least, and `maxBatchSwaps` at most. */
  readonly swaps: readonly SwapRequest[]
  readonly after: readonly BatchStep[]
}

/** Manager calldata of a batch at the newest block. */
export type SwapBatchTransaction = {
  readonly built: Built
  readonly batch: SwapBatch
  /** By swap: the candidate with the minimums of its calls. */
  readonly swaps: readonly Pick<
    MarketTransaction,
    'quote' | 'candidate' | 'least' | 'deadlineUnix'
  >[]
  /** By part: how many calls it has, approvals among them, in the order in which they run. */
  readonly calls: BatchCallCounts
  /** Unix seconds: the earliest of all legs; null where no leg has one. */
  readonly deadlineUnix: bigint | null
  readonly approvalsLeft: MarketTransaction['approvalsLeft']
}

/** The number of calls of each part of a batch. */
type BatchCallCounts = {
  readonly before: number
  readonly swaps: readonly number[]
  readonly after: number
}

/**
 * Measures swaps that run one after the other as one batch, all of it at one block.
 *
 * Each swap is measured on the state that the ones before it leave, with the minimums that they will be signed with, and
 * may sell no more than these minimums leave. Then the whole batch is executed as one call of the Manager. A swap
 * without a way ends the quote: its refusal names it, and the ones behind it are not measured.
 *
 * @throws {BatchPartError} with the place of the swap or of the action that cannot be read or built.
 */
export async function quoteSwapBatch(
  context: SwapContext,
  request: SwapBatchRequest,
): Promise<SwapBatch> {
  return (await measureBatch(context, request)).batch
}

/**
 * Builds a batch of swaps as Manager calldata at the newest block.
 *
 * @param acceptsUnbounded - builds swaps without a bound where they buy a named amount.
 * @throws {BatchPartError} as `quoteSwapBatch`, and for a swap that may not be built.
 * @throws an error of `errorOfRefusal` if the batch does not do as one what its parts do one after the other.
 */
export async function buildSwapBatch(
  context: SwapContext,
  request: SwapBatchRequest,
  acceptsUnbounded: boolean,
): Promise<SwapBatchTransaction> {
  const measured = await measureBatch({ ...context, block: 'latest' }, request)
  const { batch, whole, finished } = measured
  for (const [index, quote] of batch.swaps.entries()) {
    if (quote.best === null) continue
    atPart({ list: 'swaps', index }, () =>
      assertBounded(quote, { minBuyAmount: null, acceptsUnbounded }),
    )
  }
  const { refusal } = batch
  if (refusal !== null) {
    const error = errorOfRefusal(refusal)
    throw refusal.index === null
      ? error
      : new BatchPartError({ list: 'swaps', index: refusal.index }, error)
  }
  return {
    built: whole!.built,
    batch,
    swaps: finished.map(({ transaction }) => transaction),
    calls: callCountsOf(whole!.built, request, finished),
    deadlineUnix: earliestOf(finished.flatMap(({ transaction }) => transaction.deadlineUnix ?? [])),
    approvalsLeft: whole!.approvalsLeft,
  }
}

function callCountsOf(
  { actions }: Built,
  { before, after }: SwapBatchRequest,
  finished: readonly FinishedSwap[],
): BatchCallCounts {
  let place = 0
  const take = (count: number) => {
    const taken = actions.slice(place, place + count)
    place += count
    return taken.reduce((sum, { calls }) => sum + calls.length, 0)
  }
  const first = take(before.length)
  const swaps = finished.map(({ swapRun }) => take(actionsOf(swapRun).length))
  return { before: first, swaps, after: take(after.length) }
}

function earliestOf(times: readonly bigint[]): bigint | null {
  return times.reduce<bigint | null>(
    (least, time) => (least === null || time < least ? time : least),
    null,
  )
}

type MeasuredBatch = {
  readonly batch: SwapBatch
  readonly finished: readonly FinishedSwap[]
  /** Null where a swap has no way. */
  readonly whole: WholeRun | null
}

async function measureBatch(
  context: SwapContext,
  { before, swaps, after }: SwapBatchRequest,
): Promise<MeasuredBatch> {
  const block =
    typeof context.block === 'object' ? context.block : await context.chain.readBlock(context.block)
  // An order of a book does not run with the batch: none is asked for.
  const pinned: SwapContext = { ...context, block, orderBook: null }
  const build = stepBuilderOf(pinned, block)
  const first = await build(before, 'before')
  const transactions: RunTransaction[] = first === null ? [] : [first]
  const shortfalls = new Map<Address, bigint>()
  const measured: MeasuredSwap[] = []
  const finished: FinishedSwap[] = []
  for (const [index, request] of swaps.entries()) {
    const earlier = { transactions: [...transactions], shortfalls: new Map(shortfalls) }
    const isLast = await inPart({ list: 'swaps', index }, async () => {
      const swap = await measureSwap({ ...pinned, before: earlier }, request)
      measured.push(swap)
      const best = bestCandidateOf(swap.quote)
      if (best === null) return true
      const ready = await finishSwap(swap, best, null)
      finished.push(ready)
      const { built, candidate, least } = ready.transaction
      transactions.push(transactionOf(pinned, built))
      const { address } = swap.quote.buyToken
      shortfalls.set(address, (shortfalls.get(address) ?? 0n) + candidate.buyAmount - least)
      return false
    })
    if (isLast) break
  }
  const isWhole = finished.length === swaps.length
  const last = isWhole ? await build(after, 'after') : null
  const whole = isWhole
    ? await runWhole(pinned, {
        block,
        steps: { before, after },
        finished,
        parts: [...transactions, ...(last === null ? [] : [last])],
      })
    : null
  const inputs: BatchInputs = {
    before,
    quotes: measured.map(({ quote }) => quoteInputsIn(quote.receipt)),
    swapCount: swaps.length,
    after,
    run: whole?.run ?? null,
  }
  return { batch: batchOf(inputs), finished, whole }
}

/** Builds other actions as a transaction of their own; null where there are none. */
function stepBuilderOf(context: SwapContext, block: BlockRef) {
  const { build, chain } = context
  const stepContext = {
    ...build,
    reads: openSharedReads(chain, block, []),
    now: block.timestamp,
  }
  return async (
    steps: readonly BatchStep[],
    list: 'before' | 'after',
  ): Promise<RunTransaction | null> => {
    if (steps.length === 0) return null
    // One by one first, so that a refusal names its action.
    for (const [index, step] of steps.entries())
      await inPart({ list, index }, () => buildActions(stepContext, [requestOfStep(step)]))
    return transactionOf(context, await buildActions(stepContext, steps.map(requestOfStep)))
  }
}
