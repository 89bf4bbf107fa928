export type { Aggregator, AggregatorOffer, AggregatorWish, OfferedCalldata } from './aggregator.ts'
export {
  type BookedOrder,
  type BookStatus,
  type OfferedOrder,
  type OrderBook,
  OrderBookChainError,
  OrderBookUidError,
  openCowOrderBook,
} from './cow/order-book.ts'
export {
  type AggregatorPlatform,
  aggregatorVariables,
  aggregatorVariablesIn,
  type NamedAggregators,
  openNamedAggregators,
} from './environment/from-environment.ts'
export type { AggregatorSettings } from './exchange/aggregator-settings.ts'
export {
  AggregatorAnswerError,
  type AggregatorFetch,
  AggregatorRefusedError,
  AggregatorTimeoutError,
  AggregatorUnavailableError,
} from './exchange/ask-server.ts'
export { AggregatorBusyError, type BudgetLimits } from './exchange/request-budget.ts'
export { AggregatorRouterError, openOdos } from './odos/odos.ts'
export { openKyber } from './offered-price/kyber.ts'
export { openLifi } from './offered-price/lifi.ts'
export { openOpenOcean } from './offered-price/open-ocean.ts'
export { openVelora } from './offered-price/velora.ts'
export { openZeroX } from './offered-price/zero-x.ts'
export { openOneInch } from './one-inch/one-inch.ts'
export { openGluex } from './routed/gluex.ts'
export { openOogaBooga } from './routed/ooga-booga.ts'
export { openSushi } from './routed/sushi.ts'
