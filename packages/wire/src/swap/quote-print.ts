import { printUnits } from '@vaultwright/base'
import type {
  ExactOutput,
  OrderOffer,
  SwapBatch,
  SwapCandidate,
  SwapQuote,
  SwapToken,
} from '@vaultwright/swap'
import { printTime } from '../field/time.ts'
import type { OrderOfferData } from './order-offer.ts'
import { permittingLeafOf, swapTokenOf } from './pair-print.ts'
import type { SwapBatchData } from './swap-batch.ts'
import type { SwapBoundData, SwapCandidateData, SwapQuoteData } from './swap-quote.ts'

/** By what a service knows a quote. Unix seconds. */
export type QuoteIdentity = {
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
}

/** Decimals of a swap's tokens. */
export type SwapUnits = Pick<SwapQuote, 'sellToken' | 'buyToken'>

/** Turns a quote into the words of the interface. */
export function swapQuoteOf(quote: SwapQuote, record: QuoteIdentity): SwapQuoteData {
  return {
    quote_id: record.id,
    created_at: printTime(record.createdAtUnix),
    expires_at: printTime(record.expiresAtUnix),
    block_number: Number(quote.blockNumber),
    block_hash: quote.blockHash,
    root_hash: quote.root,
    ...quotedOf(quote),
    receipt: {
      formula: quote.receipt.formula,
      inputs: { ...quote.receipt.inputs },
      result: { ...quote.receipt.result },
    },
  }
}

/** Turns a batch of swaps into the words of the interface. */
export function swapBatchOf(batch: SwapBatch): SwapBatchData {
  const { refusal, gasUsed, receipt } = batch
  const stepsOf = (steps: SwapBatch['before']) =>
    steps.map(({ route, params }) => ({ route, params: { ...params } }))
  return {
    block_number: Number(batch.blockNumber),
    block_hash: batch.blockHash,
    root_hash: batch.root,
    vault: batch.vault,
    before: stepsOf(batch.before),
    swaps: batch.swaps.map(quotedOf),
    swap_count: batch.swapCount,
    after: stepsOf(batch.after),
    refusal: refusal === null ? null : { ...refusal },
    gas_used: gasUsed === null ? null : Number(gasUsed),
    moves: batch.moves.map(({ token, holder, amount }) => ({
      token,
      holder,
      raw_amount: String(amount),
    })),
    receipt: {
      formula: receipt.formula,
      inputs: { ...receipt.inputs },
      result: { ...receipt.result },
    },
  }
}

function quotedOf(quote: SwapQuote): SwapBatchData['swaps'][number] {
  const { fair, buyToken } = quote
  return {
    sell_token: swapTokenOf(quote.sellToken),
    buy_token: swapTokenOf(buyToken),
    sell_amount: shownOf(quote.sellAmount, quote.sellToken),
    raw_sell_amount: String(quote.sellAmount),
    ...(quote.exactOutput !== null && { exact_output: exactOutputOf(quote.exactOutput, quote) }),
    slippage_bps: Number(quote.slippageBps),
    fair:
      fair === null
        ? null
        : {
            buy_amount: shownOf(fair.buyAmount, buyToken),
            raw_buy_amount: String(fair.buyAmount),
            sources: fair.sources.map(({ asOfUnix, ...source }) => ({
              ...source,
              as_of: printTime(asOfUnix),
            })),
          },
    fair_reason: quote.fairReason,
    bound: quote.bound === null ? null : swapBoundOf(quote.bound, buyToken),
    best: quote.best,
    candidates: quote.candidates.map((candidate) => swapCandidateOf(candidate, quote)),
    ...(quote.order !== undefined && { order: orderOfferOf(quote.order, quote) }),
    refused: quote.refused.map(({ route, params, code, message }) => ({
      route,
      params: { ...params },
      code,
      message,
    })),
    why: [...quote.why],
    not_permitted: quote.unpermitted.map((venue) => ({
      route: venue.route,
      params: { ...venue.params },
      buy_amount: shownOf(venue.buyAmount, buyToken),
      raw_buy_amount: String(venue.buyAmount),
      method: venue.method,
      leaf_that_would_permit:
        venue.permittingLeaf === null ? null : permittingLeafOf(venue.permittingLeaf),
    })),
  }
}

function exactOutputOf(
  { buyAmount, maxSellAmount }: ExactOutput,
  { sellToken, buyToken }: SwapUnits,
): NonNullable<SwapQuoteData['exact_output']> {
  return {
    buy_amount: shownOf(buyAmount, buyToken),
    raw_buy_amount: String(buyAmount),
    max_sell_amount: maxSellAmount === null ? null : shownOf(maxSellAmount, sellToken),
    raw_max_sell_amount: rawOrNull(maxSellAmount),
  }
}

function orderOfferOf(
  { book, rank, buyAmount, feeAmount, refusal, ...offer }: OrderOffer,
  { sellToken, buyToken, sellAmount }: SwapQuote,
): OrderOfferData {
  return {
    book,
    rank,
    buy_amount: shownOf(buyAmount, buyToken),
    raw_buy_amount: String(buyAmount),
    fee_amount: shownOf(feeAmount, sellToken),
    raw_fee_amount: String(feeAmount),
    verified: offer.isVerified,
    loss_bps: offer.lossBps,
    within_bound: offer.isWithinBound,
    note: offer.note,
    refusal: refusal === null ? null : { ...refusal },
    request: {
      sell_token: sellToken.address,
      buy_token: buyToken.address,
      raw_sell_amount: String(sellAmount),
      raw_min_buy_amount: String(buyAmount),
      valid_for_seconds: Number(offer.validForSeconds),
    },
  }
}

/** Turns one way to swap into the words of the interface. */
export function swapCandidateOf(
  candidate: SwapCandidate,
  { sellToken, buyToken }: SwapUnits,
): SwapCandidateData {
  const { offeredAmount, netOfGas } = candidate
  return {
    id: candidate.id,
    legs: candidate.legs.map((leg) => ({
      route: leg.route,
      params: { ...leg.params },
      sell_token: leg.sellToken,
      buy_token: leg.buyToken,
      sell_amount: leg.sellToken === sellToken.address ? shownOf(leg.sellAmount, sellToken) : null,
      raw_sell_amount: String(leg.sellAmount),
      share_bps: Number(leg.shareBps),
      raw_least: rawOrNull(leg.least),
    })),
    method: candidate.method,
    buy_amount: shownOf(candidate.buyAmount, buyToken),
    raw_buy_amount: String(candidate.buyAmount),
    offered_amount: offeredAmount === null ? null : shownOf(offeredAmount, buyToken),
    raw_least: rawOrNull(candidate.least),
    loss_bps: candidate.lossBps,
    impact_bps: candidate.impactBps,
    impact_reason: candidate.impactReason,
    gas_used: Number(candidate.gasUsed),
    net_of_gas: netOfGas === null ? null : shownOf(netOfGas, buyToken),
    within_bound: candidate.isWithinBound,
    leftover: candidate.leftover.map(({ token, amount }) => ({
      token,
      raw_amount: String(amount),
    })),
    free: candidate.free.map(({ field, why }) => ({ field, why })),
    refusal: candidate.refusal === null ? null : { ...candidate.refusal },
  }
}

/** Turns a bound into the words of the interface. */
export function swapBoundOf(
  bound: NonNullable<SwapQuote['bound']>,
  buyToken: SwapToken,
): SwapBoundData {
  return {
    max_loss_bps: Number(bound.maxLossBps),
    raw_least: String(bound.least),
    least: shownOf(bound.least, buyToken),
  }
}

/** Writes an amount in display units. @returns exact decimal; null when the decimals are not known. */
export function shownOf(amount: bigint, { decimals }: SwapToken): string | null {
  return decimals === null ? null : printUnits(amount, decimals)
}

function rawOrNull(amount: bigint | null): string | null {
  return amount === null ? null : String(amount)
}
