export type { FreeField, OrderTerms, VenueKind } from '@vaultwright/protocols'
export {
  LimitOrderNotPermittedError,
  type OrderPair,
  permittedOrderOf,
} from './market/permitted-order.ts'
export {
  approvalLeaves,
  type PermittingInput,
  permittingLeafOf,
} from './market/permitting-leaf.ts'
export {
  type MarketInput,
  marketOf,
  marketSteps,
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
  VenueState,
} from './market/swap-pair.ts'
export { tokenChoiceOf, tokenFactsOf } from './market/venue-token.ts'
export { checkOffer, type OfferVerdict } from './offer/check-offer.ts'
export {
  executionRefusalOf,
  type OfferExecution,
  slippageReaching,
} from './offer/executed-offer.ts'
export {
  type OfferedCall,
  type OfferPolicy,
  type OfferTerms,
  strictOfferPolicy,
} from './offer/offer-terms.ts'
export type { OfferedFields } from './offer/offered-field.ts'
export type { SwapRefusal } from './offer/swap-refusal.ts'
export {
  assertLimitAboveBound,
  buyAmountAt,
  InvalidLimitPriceError,
  LimitBelowMarketError,
  limitPriceOf,
  type PairDecimals,
} from './order/order-limit.ts'
export {
  allowanceOf,
  isFinal,
  isOpen,
  openOrdersOf,
  orderStateOf,
  withoutSharedAllowances,
} from './order/order-state.ts'
export {
  assertOrderLifetime,
  leastOrderSeconds,
  mostOrderSeconds,
  type NamedOrder,
  namedOrderOf,
  newOrderOf,
  type OrderLife,
  OrderLifetimeError,
  type OrderNaming,
  OrderUidsUsedError,
} from './order/order-uid.ts'
export type {
  OrderReading,
  OrderState,
  OrderStatus,
  OrderTrade,
  SwapOrder,
} from './order/swap-order.ts'
export type { MissingPrice } from './quote/exact-price.ts'
export { boundOf, type FairResult, fairValueOf } from './quote/fair-value.ts'
export { type LeastTerms, type LegLeasts, legLeastsOf } from './quote/leg-least.ts'
export type {
  GivenCalldata,
  MeasuredLeg,
  Measurement,
  QuoteInputs,
  QuoteLimits,
  SmallSale,
  TokenFault,
} from './quote/quote-input.ts'
export { computeQuote, type QuoteOutcome } from './quote/quote-result.ts'
export {
  QuoteReceiptDamagedError,
  quoteFormula,
  quoteInputsIn,
  quoteOf,
  receiptOf,
  recomputeQuote,
} from './quote/recompute.ts'
export { isRounding, isSoldAs } from './quote/rounding.ts'
export {
  mostLegs,
  type OutputCurve,
  outputAt,
  type SplitShares,
  type SplitVenue,
  splitOver,
} from './quote/split.ts'
export type { SwapPolicy } from './quote/swap-policy.ts'
export type {
  FairValue,
  Leftover,
  PriceStatement,
  QuoteMethod,
  RefusedVenue,
  SwapCandidate,
  SwapLeg,
  SwapQuote,
  SwapWish,
  UnpermittedVenue,
} from './quote/swap-quote.ts'
export type { SwapReceipt } from './quote/swap-receipt.ts'
