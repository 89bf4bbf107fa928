import type { Chain } from '@vaultwright/chain'
import { buildMarket, type MarketOrder, type MarketTransaction } from '@vaultwright/operations'
import { quoteInputsIn, type SwapReceipt } from '@vaultwright/swap'
import {
  type MarketRequest,
  type MarketTransactionData,
  printTime,
  shownOf,
  swapBoundOf,
  swapCandidateOf,
} from '@vaultwright/wire'
import { openSwapChain, type StrategistSwap, swapMarketOf } from './strategist-swap.ts'
import { amountGiven, invalidBody, swapRequestOf } from './swap-amount.ts'
import { swapContextOf } from './swap-context.ts'
import { findQuote } from './swap-quote.ts'
import { pairNamed, tokensOfBody, withUnits } from './swap-token.ts'

/** The fields of a market transaction beside those of every build. */
export type MarketPart = Pick<
  MarketTransactionData,
  'quote' | 'least' | 'raw_least' | 'bound' | 'deadline' | 'approvals_left'
>

/**
 * Builds a market transaction at the newest block, of a quote or of a wish.
 *
 * @throws {RequestInvalidError} when it names both or neither; {QuoteNotFoundError}; else as `makeQuote`
 *   and `buildMarket`.
 */
export async function buildMarketSwapOf(
  place: StrategistSwap,
  body: MarketRequest,
  signal: AbortSignal,
): Promise<MarketTransaction> {
  const { context, tenantId } = place
  const orderOf = await orderReaderOf(place, body)
  return context.swaps.quotes.run(
    tenantId,
    async () => {
      const ready = await openSwapChain(place)
      const order = await orderOf(ready.chain)
      return buildMarket(await swapContextOf(place, ready, { block: 'latest', signal }), order)
    },
    signal,
  )
}

/** Turns a market transaction into the words of the interface. */
export function marketPartOf(
  { quote, candidate, least: minimum, deadlineUnix, approvalsLeft }: MarketTransaction,
  quoteId: string | null,
): MarketPart {
  const { buyToken, bound } = quote
  return {
    quote: {
      quote_id: quoteId,
      block_number: Number(quote.blockNumber),
      block_hash: quote.blockHash,
      candidate: swapCandidateOf(candidate, quote),
    },
    least: shownOf(minimum, buyToken),
    raw_least: String(minimum),
    bound: bound === null ? null : swapBoundOf(bound, buyToken),
    deadline: deadlineUnix === null ? null : printTime(deadlineUnix),
    approvals_left: approvalsLeft.map(({ token, spender, amount }) => ({
      token,
      spender,
      raw_amount: String(amount),
    })),
  }
}

/** Reads an order; the chain tells decimals that nothing else does. */
type OrderReader = (chain: Chain) => Promise<MarketOrder>

async function orderReaderOf(place: StrategistSwap, body: MarketRequest): Promise<OrderReader> {
  if (body.at_block != null) {
    const msg = 'A transaction is built at the newest block. Leave it out.'
    throw invalidBody('at_block', msg, body.at_block)
  }
  return body.quote_id === undefined ? readerOfRequest(place, body) : readerOfQuote(place, body)
}

const wishNames = [
  'sell_token',
  'buy_token',
  'sell_amount',
  'raw_sell_amount',
  'buy_amount',
  'raw_buy_amount',
  'max_sell_amount',
  'raw_max_sell_amount',
  'slippage_bps',
  'venues',
  'calldata',
  'split',
  'max_hops',
  'with_refused',
] as const

async function readerOfQuote(place: StrategistSwap, body: MarketRequest): Promise<OrderReader> {
  const field = wishNames.find((name) => body[name] !== undefined)
  if (field !== undefined) {
    throw invalidBody(
      field,
      'The quote says it already. Leave it out, or leave out quote_id.',
      null,
    )
  }
  const stored = await findQuote(place, body.quote_id!)
  const receipt: SwapReceipt = JSON.parse(stored.receipt)
  const { expiresAtUnix } = stored
  const { buyToken } = quoteInputsIn(receipt)
  const candidate = body.candidate ?? null
  return async () => ({
    of: { kind: 'quote', receipt, candidate, expiresAtUnix },
    minBuyAmount: amountGiven(body, 'min_buy_amount', buyToken),
    acceptsUnbounded: body.accept_unbounded ?? false,
  })
}

async function readerOfRequest(place: StrategistSwap, body: MarketRequest): Promise<OrderReader> {
  const tokens = tokensOfBody(body)
  if (body.candidate != null) {
    throw invalidBody('candidate', 'It is one of a quote. Give quote_id too.', body.candidate)
  }
  const market = await swapMarketOf(place)
  const named = pairNamed(tokens, { place, market })
  return async (chain) => {
    const pair = await withUnits(named, chain)
    return {
      of: { kind: 'wish', wish: swapRequestOf(body, pair, place.rules.policy) },
      minBuyAmount: amountGiven(body, 'min_buy_amount', pair.buyToken),
      acceptsUnbounded: body.accept_unbounded ?? false,
    }
  }
}
