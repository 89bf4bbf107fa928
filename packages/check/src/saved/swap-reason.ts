import type {
  BatchTransactionData,
  LimitOrderData,
  MarketTransactionData,
  SwapBatchData,
  SwapQuoteData,
} from '@vaultwright/wire'
import { quoteReasonsOf } from '../answer/quote-verdict.ts'
import type { ActingStrategist } from '../built/build-trees.ts'
import { checkOrder } from '../order/check-order.ts'
import { baseUnitsOf } from '../quote/amount.ts'
import { checkBatchCalls } from '../quote/batch-call.ts'
import { type BatchCheck, checkBatch } from '../quote/check-batch.ts'
import { checkQuoteAt } from '../quote/check-quote.ts'
import { checkSwap } from '../quote/check-swap.ts'
import { type AnswerReason, reasonOf } from '../verdict/verdict.ts'
import { type AnswerReasons, notGiven, read, requestOption, withPlace } from './answer-input.ts'
import { reasonsOfBuild } from './build-reason.ts'
import {
  requestedBatchOf,
  requestedOrderOf,
  requestedQuoteOf,
  type SavedRequest,
} from './request.ts'

/** Of a quote. */
export const quoteReasons: AnswerReasons = (text, inputs) =>
  withPlace(inputs, ({ place }) => {
    const { data } = read('getSwapQuote', text)
    return [
      ...kindReasons(inputs.request, false),
      ...reasonsOfQuote(data as SwapQuoteData, place, inputs.request),
      ...(inputs.request === null ? [notGiven(requestOption)] : []),
    ]
  })

/** Of a market transaction, and the quote that it is of. */
export const marketReasons: AnswerReasons = (text, inputs) =>
  withPlace(inputs, (at) => {
    if (inputs.quote === null) return [notGiven('the quote (--quote)')]
    const quote = read('getSwapQuote', inputs.quote).data as SwapQuoteData
    const answer = read('buildMarketSwap', text).data as MarketTransactionData
    const check = checkQuoteAt(quote, at.place, null)
    const { id } = answer.quote.candidate
    const candidate = quote.candidates.find((one) => one.id === id)
    if (check.inputs === null || candidate === undefined)
      return [reasonOf('no', 'not_followed', `The quote has no candidate ${id}.`)]
    const minimum = minimumOf(inputs.request, check.inputs.buyToken.decimals)
    const chosen = {
      inputs: check.inputs,
      candidate,
      bound: quote.bound === null ? null : BigInt(quote.bound.raw_least),
      minBuyAmount: minimum ?? null,
    }
    return [
      ...kindReasons(inputs.request, false),
      ...reasonsOfQuote(quote, at.place, null),
      ...reasonsOfBuild(answer, checkSwap(answer, at, chosen)),
      ...(minimum === undefined
        ? [notGiven('the minimum in base units (raw_min_buy_amount): decimals are unknown')]
        : []),
      ...(inputs.request === null ? [notGiven(requestOption)] : []),
    ]
  })

/** Of a quote of several swaps as one batch. */
export const batchQuoteReasons: AnswerReasons = (text, inputs) =>
  withPlace(inputs, ({ place }) => {
    const data = read('createSwapQuote', text).data as SwapBatchData
    return reasonsOfBatch(checkBatch(data, place, askedBatch(inputs.request)), inputs.request)
  })

/** Of a transaction of several swaps as one batch: it brings its quote with it. */
export const batchReasons: AnswerReasons = (text, inputs) =>
  withPlace(inputs, (at) => {
    const answer = read('buildMarketSwap', text).data as BatchTransactionData
    const check = checkBatch(answer.batch, at.place, askedBatch(inputs.request))
    const { batch, inputs: batchInputs } = check
    return [
      ...reasonsOfBatch(check, inputs.request),
      ...(batch === null || batchInputs === null
        ? []
        : reasonsOfBuild(answer, checkBatchCalls(answer, at, { batch, inputs: batchInputs }))),
    ]
  })

function askedBatch(request: SavedRequest | null) {
  return request === null ? null : requestedBatchOf(request)
}

function reasonsOfBatch(check: BatchCheck, request: SavedRequest | null): readonly AnswerReason[] {
  const isNamed = request === null || request.swaps === undefined || askedBatch(request) !== null
  return [
    ...kindReasons(request, true),
    ...quoteReasonsOf(check),
    ...(request === null ? [notGiven(requestOption)] : []),
    ...(isNamed
      ? []
      : [
          reasonOf(
            'open',
            'not_asked',
            'A swap of the request names no tokens by address, or no slippage.',
          ),
        ]),
  ]
}

/** One swap is not the answer to several, and several are not the answer to one. */
function kindReasons(request: SavedRequest | null, isBatch: boolean): readonly AnswerReason[] {
  if (request === null || (request.swaps !== undefined) === isBatch) return []
  const message = isBatch
    ? 'You asked for one swap, and this is a batch of several.'
    : 'You asked for a batch of swaps, and this is one swap.'
  return [reasonOf('no', 'not_asked', message)]
}

/** Of a limit order. */
export const orderReasons: AnswerReasons = (text, inputs) =>
  withPlace(inputs, (at) => {
    const answer = read('buildLimitOrder', text).data as LimitOrderData
    const { request, nowUnix } = inputs
    if (request === null) return [notGiven(requestOption)]
    const order = requestedOrderOf(request, at.place.chainId)
    if (order !== null)
      return reasonsOfBuild(answer, checkOrder(answer, at, { asked: order, nowUnix }))
    const message =
      'The terms cannot be compared: give both tokens by address, an amount that is sold, and a price or a minimum.'
    return [reasonOf('open', 'not_asked', message)]
  })

function reasonsOfQuote(
  quote: SwapQuoteData,
  place: ActingStrategist,
  request: SavedRequest | null,
): readonly AnswerReason[] {
  const requestedQuote = request === null ? null : requestedQuoteOf(request)
  return [
    ...quoteReasonsOf(checkQuoteAt(quote, place, requestedQuote)),
    ...(requestedQuote === null && request !== null
      ? [reasonOf('open', 'not_asked', 'The request names no tokens by address, or no slippage.')]
      : []),
  ]
}

/** Base units of the minimum that was asked for; null when none was, and undefined where its decimals are unknown. */
function minimumOf(
  request: SavedRequest | null,
  decimals: number | null,
): bigint | null | undefined {
  const { raw_min_buy_amount: raw, min_buy_amount: shown } = request ?? {}
  if (raw !== undefined) return BigInt(raw)
  return shown === undefined ? null : (baseUnitsOf(shown, decimals) ?? undefined)
}
