export {
  type AccountantDay,
  type RecomputedFigure,
  recomputeAccountant,
} from './accountant/recompute-day.ts'
export {
  defaultStreamBounds,
  openStream,
  type Stream,
  shareRateOf,
  totalAssetsOf,
  unvestedGainsOf,
  vestedGainsOf,
  wholeShareOf,
} from './accountant/stream.ts'
export { postLoss, vestYield } from './accountant/stream-gain.ts'
export {
  claimStreamFees,
  pauseStream,
  resetStreamMark,
  unpauseStream,
  updateStream,
} from './accountant/stream-step.ts'
export { enterStream, exitStream, markFirstDeposit } from './accountant/stream-supply.ts'
export type { Flag, Known } from './base/known-value.ts'
export { knownValue, unknownValue } from './base/known-value.ts'
export { planDaySchema, vaultPlanSchema } from './base/plan-schema.ts'
export type {
  DailyInputs,
  DailyReceipt,
  DailyResult,
  DayEnd,
  DayInputs,
  DayReceipt,
  DayValue,
  FirstDayReceipt,
  PerformanceInputs,
  PerformanceReceipt,
  PerformanceResult,
  PositionValue,
  ProtocolResult,
} from './base/result.ts'
export {
  accountantEventSchema,
  addressSchema,
  quoteSchema,
  readFailureSchema,
} from './base/state-schema.ts'
export type {
  AccountantEvent,
  AccountantReading,
  AllowanceEntry,
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
export { isUnlimited, type StandingAllowances } from './day/allowance.ts'
export { dailyFormula, dayEndOf, growDay, shareStateOf } from './day/daily.ts'
export {
  dayOf,
  daysBetween,
  endOfDay,
  MalformedDayError,
  missingDays,
  shiftDay,
  startOfDay,
} from './day/day.ts'
export { dayFormula, firstDayFormula, valueDay } from './day/day-value.ts'
export { defaultNavGapBps, isNavGapBeyond } from './day/net-worth.ts'
export { isRoomLow } from './day/next-rate.ts'
export { type ValuedHolding, worthOf } from './day/worth.ts'
export { type WorthBounds, worthBoundsOf } from './day/worth-bounds.ts'
export { annualYieldOf } from './growth/annual-yield.ts'
export { type GrowthYield, growthYieldOf } from './growth/growth-yield.ts'
export { type JsonDifference, jsonDifferencesOf } from './plain/json-difference.ts'
export {
  type DailyValues,
  dailyValuesOf,
  type NavValues,
  navValuesOf,
  type PerformanceValues,
  performanceValuesOf,
  type SnapshotValues,
  snapshotValuesOf,
  unknownNav,
} from './plain/plain-value.ts'
export { type AssetDollar, assetDollarsOf } from './price/asset-dollar.ts'
export { growSvmDay, type SvmDailyReceipt, svmDayValueOf } from './svm/svm-day.ts'
export { svmDayStateOf } from './svm/svm-day-state.ts'
export { performSvm, type SvmPerformanceReceipt } from './svm/svm-performance.ts'
export { recomputeSvm, type SvmReceipt } from './svm/svm-receipt.ts'
export {
  type SvmDailyInputs,
  type SvmDayState,
  type SvmHeld,
  type SvmReadPlan,
  svmReadPlanSchema,
} from './svm/svm-state.ts'
export { type SvmWorth, svmBaseDollarOf, svmSnapshotValuesOf } from './svm/svm-worth.ts'
export { isPerformanceFormula, performanceFormula, performOver } from './yield/performance.ts'
export { readReceipt, receiptSchema } from './yield/receipt-schema.ts'
export {
  type AnyReceipt,
  olderFormulas,
  recompute,
  UnknownFormulaError,
} from './yield/recompute.ts'
