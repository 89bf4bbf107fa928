export type { OrderTerms } from '@vaultwright/protocols'
export {
  type BalanceMove,
  type BatchInputs,
  type BatchStep,
  maxBatchSteps,
  maxBatchSwaps,
  type WholeBatchRun,
} from './batch/batch-input.ts'
export {
  type BatchReceipt,
  batchInputsIn,
  batchOf,
  bestCandidateOf,
  type SwapBatch,
} from './batch/swap-batch.ts'
export { orderRoute } from './market/order-permission.ts'
export { orderPermissionIn, permittedOrderOf } from './market/permitted-order.ts'
export { approvalLeaves, permittingLeafOf } from './market/permitting-leaf.ts'
export {
  type MarketInput,
  marketOf,
  marketSteps,
  middlesOf,
  pairOf,
  type SwapMarket,
  swapTokenOf,
} from './market/swap-market.ts'
export type {
  OrderPermission,
  PairVenue,
  PermittingLeaf,
  SwapPair,
  SwapToken,
} from './market/swap-pair.ts'
export { tokenChoiceOf, tokenFactsOf } from './market/venue-token.ts'
export { checkOffer } from './offer/check-offer.ts'
export { executionRefusalOf, slippageReaching } from './offer/executed-offer.ts'
export { type OfferTerms, strictOfferPolicy } from './offer/offer-terms.ts'
export type { SwapRefusal } from './offer/swap-refusal.ts'
export {
  defaultOrderSeconds,
  marketOrderSeconds,
  maxBookSeconds,
  minimumOrderSeconds,
} from './order/order-life.ts'
export {
  assertLimitAboveBound,
  buyAmountAt,
  InvalidLimitPriceError,
  limitPriceOf,
} from './order/order-limit.ts'
export { maxOrderParts, OrderPartError, orderPartsOf } from './order/order-part.ts'
export {
  allowanceOf,
  isFinal,
  openOrdersOf,
  orderStateOf,
  withoutSharedAllowances,
} from './order/order-state.ts'
export {
  assertOrderLifetime,
  type NamedOrder,
  namedOrderOf,
  newOrderOf,
} from './order/order-uid.ts'
export type {
  OrderReading,
  OrderState,
  OrderStatus,
  OrderTrade,
  SwapOrder,
} from './order/swap-order.ts'
export { printBps } from './quote/basis-point-text.ts'
export type { MissingPrice } from './quote/exact-price.ts'
export { boundOf, fairValueOf, gasCostIn } from './quote/fair-value.ts'
export { legMinimumsOf } from './quote/leg-minimum.ts'
export type {
  BookReading,
  GivenCalldata,
  MeasuredLeg,
  Measurement,
  QuoteInputs,
  SmallSale,
  TokenFault,
} from './quote/quote-input.ts'
export { computeQuote } from './quote/quote-result.ts'
export { quoteInputsIn, quoteOf, recomputeQuote } from './quote/recompute.ts'
export { isRounding, isSoldAs } from './quote/rounding.ts'
export type { SwapPolicy } from './quote/swap-policy.ts'
export type {
  ExactOutput,
  FairValue,
  OrderOffer,
  PriceStatement,
  SwapCandidate,
  SwapLeg,
  SwapQuote,
  SwapRequest,
  UnpermittedVenue,
} from './quote/swap-quote.ts'
export type { SwapReceipt } from './quote/swap-receipt.ts'
export { chainCurves, joinCurves } from './split/joined-curve.ts'
export { leastSoldAlone, leastSoldOver, outputWithMinimum } from './split/least-sold.ts'
export { maxSplitLegs, type OutputCurve, outputAt, type SplitShares } from './split/split.ts'
export {
  coarseAmounts,
  fineAmounts,
  planSplit,
  refineCurve,
  usableCurve,
} from './split/split-plan.ts'
