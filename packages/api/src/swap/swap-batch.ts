import type { Chain } from '@vaultwright/chain'
import {
  buildSwapBatch,
  ofSwap,
  quoteSwapBatch,
  readSwapBatch,
  readSwapPair,
  type SwapBatchRequest,
  type SwapBatchTransaction,
} from '@vaultwright/operations'
import {
  type BatchTransactionData,
  type MarketRequest,
  printTime,
  type QuoteOrBatchRequest,
  type SwapBatchData,
  swapBatchOf,
} from '@vaultwright/wire'
import { openSwapChain, type StrategistSwap, swapMarketOf } from './strategist-swap.ts'
import { invalidBody, nameOf } from './swap-amount.ts'
import { swapContextOf } from './swap-context.ts'
import { reading, tokenSourceOf, withUnits } from './swap-token.ts'

/** The fields of a batch beside those of every build. */
export type BatchPart = Pick<
  BatchTransactionData,
  'batch' | 'calls' | 'deadline' | 'approvals_left'
>

/** A body that names a batch of swaps. */
type BatchBody<Body> = Body & { readonly swaps: NonNullable<MarketRequest['swaps']> }

/** True if a body names a batch of swaps. @throws {RequestInvalidError} for what belongs to one, without it. */
export function isBatch<Body extends Pick<QuoteOrBatchRequest, 'swaps' | 'before' | 'after'>>(
  body: Body,
): body is BatchBody<Body> {
  if (body.swaps !== undefined) return true
  const field = (['before', 'after'] as const).find((name) => body[name] !== undefined)
  if (field === undefined) return false
  throw invalidBody(field, 'It belongs to a batch. Give `swaps` with it.', null)
}

/**
 * Quotes a batch; it is not kept, for its request builds it.
 *
 * @throws {QuotesBusyError} {QuoteTimeoutError} {RequestInvalidError}; else as `quoteSwapBatch`.
 */
export async function makeBatchQuote(
  place: StrategistSwap,
  body: BatchBody<QuoteOrBatchRequest>,
  signal: AbortSignal,
): Promise<SwapBatchData> {
  const readRequest = await batchReaderOf(place, body)
  const block = body.at_block == null ? 'latest' : BigInt(body.at_block)
  const { context, tenantId } = place
  return context.swaps.quotes.run(
    tenantId,
    async () => {
      const ready = await openSwapChain(place)
      const request = await readRequest(ready.chain)
      const swapContext = await swapContextOf(place, ready, { block, signal })
      return swapBatchOf(await quoteSwapBatch(swapContext, request))
    },
    signal,
  )
}

/**
 * Builds a batch at the newest block.
 *
 * @throws {QuotesBusyError} {QuoteTimeoutError} {RequestInvalidError}; else as `buildSwapBatch`.
 */
export async function buildBatchOf(
  place: StrategistSwap,
  body: BatchBody<MarketRequest>,
  signal: AbortSignal,
): Promise<SwapBatchTransaction> {
  if (body.at_block != null) {
    const msg = 'A transaction is built at the newest block. Leave it out.'
    throw invalidBody('at_block', msg, body.at_block)
  }
  const readRequest = await batchReaderOf(place, body)
  const { context, tenantId } = place
  return context.swaps.quotes.run(
    tenantId,
    async () => {
      const ready = await openSwapChain(place)
      const request = await readRequest(ready.chain)
      const swapContext = await swapContextOf(place, ready, { block: 'latest', signal })
      return buildSwapBatch(swapContext, request, body.accept_unbounded ?? false)
    },
    signal,
  )
}

/** Turns a batch that was built into the words of the interface. */
export function batchPartOf({
  batch,
  calls,
  deadlineUnix,
  approvalsLeft,
}: SwapBatchTransaction): BatchPart {
  return {
    batch: swapBatchOf(batch),
    calls: { ...calls, swaps: [...calls.swaps] },
    deadline: deadlineUnix === null ? null : printTime(deadlineUnix),
    approvals_left: approvalsLeft.map(({ token, spender, amount }) => ({
      token,
      spender,
      raw_amount: String(amount),
    })),
  }
}

/** The fields that a body of a batch may have. */
const batchNames: ReadonlySet<string> = new Set([
  'swaps',
  'before',
  'after',
  'at_block',
  'accept_unbounded',
  'verbose',
  'skip_sim',
])

/** Reads the body of a batch; the chain tells decimals that nothing else does. */
async function batchReaderOf(
  place: StrategistSwap,
  body: BatchBody<QuoteOrBatchRequest>,
): Promise<(chain: Chain) => Promise<SwapBatchRequest>> {
  const stray = Object.entries(body).find(
    ([name, value]) => value !== undefined && !batchNames.has(name),
  )
  if (stray !== undefined) {
    const msg = 'Each swap of a batch says it for itself. Leave it out, or put it into `swaps`.'
    throw invalidBody(stray[0], msg, null)
  }
  const source = tokenSourceOf({ place, market: await swapMarketOf(place) })
  const { swaps, before, after } = body
  const named = reading('body', () =>
    swaps.map((fields, index) => ofSwap(index, () => readSwapPair(fields, source))),
  )
  return async (chain) => {
    const pairs = await Promise.all(named.map((pair) => withUnits(pair, chain)))
    const addressed = swaps.map((fields, index) => ({
      ...fields,
      sell_token: pairs[index]!.sellToken.address,
      buy_token: pairs[index]!.buyToken.address,
    }))
    const { policy } = place.rules
    return reading('body', () =>
      readSwapBatch({ swaps: addressed, before, after }, pairs, { policy, nameOf }),
    )
  }
}
