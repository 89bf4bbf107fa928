export { annualRateOf } from './annual-rate.ts'
export { annualYieldOf, type Growth } from './annual-yield.ts'
export { type AssetDollar, assetDollarsOf } from './asset-dollar.ts'
export { dailyFormula, dayEndOf, growDay } from './daily.ts'
export {
  dayOf,
  daysBetween,
  daysOf,
  endOfDay,
  MalformedDayError,
  missingDays,
  shiftDay,
  startOfDay,
} from './day.ts'
export { dayFormula, valueDay } from './day-value.ts'
export { type PerformanceFee, type PlatformFee, performanceFeeOf, platformFeeOf } from './fee.ts'
export {
  type FixedAccountant,
  type FixedYield,
  fixedYieldOf,
  resetFixedMark,
  updateFixedRate,
} from './fixed-accountant.ts'
export type { Flag, Known, Receipt } from './known.ts'
export { knownValue, unknownValue } from './known.ts'
export type {
  AccountantEvent,
  AccountantReading,
  Asset,
  GrowthIndex,
  Holding,
  Quote,
  ReadFailure,
  StreamReading,
  VaultState,
  VaultStateBlock,
} from './measured.ts'
export { performanceFormula, performOver } from './performance.ts'
export {
  type BoundReason,
  boundVerdictOf,
  feesOfUpdate,
  type RateAccountant,
  type RateUpdate,
  type UpdateFees,
} from './rate-accountant.ts'
export { claimRateFees, type RateStep, resetRateMark, updateRate } from './rate-step.ts'
export { type AnyReceipt, recompute, UnknownFormulaError } from './recompute.ts'
export type {
  DailyInputs,
  DailyReceipt,
  DailyResult,
  DayEnd,
  DayReceipt,
  DayValue,
  MaturityResult,
  PerformanceInputs,
  PerformanceReceipt,
  PerformanceResult,
  PositionValue,
  ProtocolResult,
} from './result.ts'
export {
  bookedAssetsOf,
  defaultStreamBounds,
  openStream,
  ray,
  type Stream,
  type StreamTerms,
  shareRateOf,
  totalAssetsOf,
  unvestedGainsOf,
  vestedGainsOf,
  wholeShareOf,
} from './stream.ts'
export { postLoss, type StreamGain, vestYield } from './stream-gain.ts'
export { assetsOf, sharesOf } from './stream-quote.ts'
export { forwardRateOf } from './stream-rate.ts'
export {
  claimStreamFees,
  pauseStream,
  resetStreamMark,
  type StreamRefusal,
  type StreamStep,
  unpauseStream,
  updateStream,
} from './stream-step.ts'
export { enterStream, exitStream, markFirstDeposit } from './stream-supply.ts'
