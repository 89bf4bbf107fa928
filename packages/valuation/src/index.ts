export {
  type PerformanceFee,
  type PlatformFee,
  performanceFeeOf,
  platformFeeOf,
} from './accountant/fee.ts'
export {
  type FixedAccountant,
  type FixedYield,
  fixedYieldOf,
  resetFixedMark,
  updateFixedRate,
} from './accountant/fixed-accountant.ts'
export {
  type BoundReason,
  boundVerdictOf,
  feesOfUpdate,
  type RateAccountant,
  type RateUpdate,
  type UpdateFees,
} from './accountant/rate-accountant.ts'
export { claimRateFees, type RateStep, resetRateMark, updateRate } from './accountant/rate-step.ts'
export {
  assetsOf,
  bookedAssetsOf,
  defaultStreamBounds,
  forwardRateOf,
  openStream,
  ray,
  type Stream,
  type StreamTerms,
  shareRateOf,
  sharesOf,
  totalAssetsOf,
  unvestedGainsOf,
  vestedGainsOf,
  wholeShareOf,
} from './accountant/stream.ts'
export { postLoss, type StreamGain, vestYield } from './accountant/stream-gain.ts'
export {
  claimStreamFees,
  pauseStream,
  resetStreamMark,
  type StreamRefusal,
  type StreamStep,
  unpauseStream,
  updateStream,
} from './accountant/stream-step.ts'
export { enterStream, exitStream, markFirstDeposit } from './accountant/stream-supply.ts'
export type { Flag, Known, Receipt } from './base/known-value.ts'
export { knownValue, unknownValue } from './base/known-value.ts'
export type {
  DailyInputs,
  DailyReceipt,
  DailyResult,
  DayEnd,
  DayInputs,
  DayReceipt,
  DayValue,
  FirstDayReceipt,
  FirstDayValue,
  MaturityResult,
  PerformanceInputs,
  PerformanceReceipt,
  PerformanceResult,
  PositionValue,
  ProtocolResult,
} from './base/result.ts'
export {
  accountantEventSchema,
  assetSchema,
  daySchema,
  quoteSchema,
  readFailureSchema,
  vaultStateSchema,
} from './base/state-schema.ts'
export type {
  AccountantEvent,
  AccountantReading,
  AllowanceEntry,
  AllowanceReading,
  Asset,
  FeeGrowth,
  GrowthIndex,
  Holding,
  Quote,
  ReadFailure,
  StateProof,
  StreamReading,
  VaultState,
  VaultStateBlock,
} from './base/vault-state.ts'
export {
  isUnlimited,
  type StandingAllowance,
  type StandingAllowances,
  standingAllowancesOf,
} from './day/allowance.ts'
export { dailyFormula, dayEndOf, growDay, shareStateOf } from './day/daily.ts'
export {
  dayOf,
  daysBetween,
  daysOf,
  endOfDay,
  MalformedDayError,
  missingDays,
  shiftDay,
  startOfDay,
} from './day/day.ts'
export { dayFormula, firstDayFormula, valueDay } from './day/day-value.ts'
export { defaultNavGapBps, isNavGapBeyond } from './day/net-worth.ts'
export { annualYieldOf } from './growth/annual-yield.ts'
export type { Growth } from './growth/growth.ts'
export { annualRateOf, type GrowthYield, growthYieldOf } from './growth/growth-yield.ts'
export { type JsonDifference, jsonDifferencesOf } from './plain/json-difference.ts'
export {
  type DailyValues,
  dailyValuesOf,
  type NavValues,
  type PerformanceValues,
  performanceValuesOf,
  type SnapshotValues,
  snapshotValuesOf,
} from './plain/plain-value.ts'
export { type AssetDollar, assetDollarsOf } from './price/asset-dollar.ts'
export {
  growSvmDay,
  type SvmDailyReceipt,
  type SvmDailyResult,
  type SvmDayValue,
  svmDailyFormula,
  svmDayValueOf,
} from './svm/svm-day.ts'
export { type SvmRead, svmDayStateOf } from './svm/svm-day-state.ts'
export {
  performSvm,
  type SvmPerformanceReceipt,
  type SvmPerformanceResult,
  svmPerformanceFormula,
} from './svm/svm-performance.ts'
export { recomputeSvm, type SvmReceipt } from './svm/svm-receipt.ts'
export type { SvmDailyInputs, SvmDayState, SvmPerformanceInputs } from './svm/svm-state.ts'
export { isPerformanceFormula, performanceFormula, performOver } from './yield/performance.ts'
export {
  type ReceiptIssue,
  type ReceiptResult,
  readReceipt,
  receiptSchema,
} from './yield/receipt-schema.ts'
export {
  type AnyReceipt,
  olderFormulas,
  recompute,
  UnknownFormulaError,
} from './yield/recompute.ts'
