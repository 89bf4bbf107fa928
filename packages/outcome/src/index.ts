export {
  finishAnalysis,
  type GasPrice,
  isUnchanged,
  type SimulationAnalysis,
  startAnalysis,
  withStateDiff,
} from './analysis/simulation-analysis.ts'
export {
  gasDefault,
  type SimulatedBlock,
  simulatedBlockOf,
  vaultIn,
  vaultSelector,
  withChecksums,
} from './analysis/simulation-plan.ts'
export { namedCallOf } from './decode/named-call.ts'
export { decodeRevert } from './decode/revert.ts'
export {
  type DrillBase,
  type DrillBlock,
  type DrillCall,
  type DrillClock,
  type DrillCounts,
  type DrillRun,
  type DrillWorld,
  drillBaseOf,
  openDrillWorld,
} from './drill/drill-world.ts'
export { type AppliedShock, applyShock, type Shock, type ShockValue } from './drill/shock.ts'
export { type DrillStop, isSameStop } from './drill/stop.ts'
export { accrualsOf } from './effect/accrual.ts'
export type { SimulatedApproval } from './effect/approval.ts'
export { type BalanceChange, balanceChangeOf } from './effect/balance.ts'
export {
  contradictsProof,
  enginesDiffer,
  revertArgumentsOf,
  revertTextOf,
  simulationStatusOf,
  valueTextOf,
} from './effect/outcome-text.ts'
export { printSimulation } from './effect/print-simulation.ts'
export { dronesSeenIn } from './effect/seen-drone.ts'
export type {
  AccountOverride,
  Simulation,
  SimulationOutcome,
  SimulationRequest,
  StateOverrides,
  Warning,
} from './effect/simulation.ts'
export {
  allowanceRead,
  balanceRead,
  type StateRead,
  stateReadValuesOf,
} from './effect/state-read.ts'
export { type Transfer, transfersOf } from './effect/transfer.ts'
export {
  type ComparedExecution,
  compareExecution,
  type FollowDifference,
  type FollowOutcome,
  safeDifferencesOf,
} from './follow/compare.ts'
export {
  type FollowReads,
  followReadsOf,
  type MeasuredExecution,
  type SafeExecuted,
} from './follow/execution.ts'
export { type ExecutionMove, executionMovesOf } from './follow/move.ts'
export { type Statement, statementOf } from './follow/statement.ts'
export {
  compareHold,
  compareHoldWithFile,
  type Hold,
  isHeld,
  isOlder,
  type MovedSlot,
} from './proven/hold.ts'
export { notProvenOf } from './proven/not-proven.ts'
export {
  openProvenReader,
  type ProvenRead,
  type ProvenReadingRun,
  type ProvenReadResult,
  readProven,
  runProvenReading,
} from './proven/read-proven.ts'
export { type ReplayTerms, replayProvenReading, replayWitness } from './proven/replay.ts'
export { type RestsOn, restsOn, type SlotKind, slotKinds } from './proven/rests-on.ts'
export {
  assertSameRun,
  type EngineResult,
  type EngineTask,
  type SecondEngine,
} from './proven/second-engine.ts'
export {
  type ProvenRequest,
  type ProvenSimulation,
  simulateProven,
} from './proven/simulate-proven.ts'
export type { SlotUse, UsedSlot } from './proven/slot-use.ts'
export { replayTimes, type TriedTime, timesToTry } from './proven/times.ts'
export type { BlockRef, BlockTag } from './read/block-ref.ts'
export { bulkAnswersIn, bulkCallOf, readerOverrides } from './read/bulk-read.ts'
export type { EthCall, EthCallResult } from './read/eth-call.ts'
export { type CallFrame, haltOf, type NativeMove, nativeMovesOf } from './trace/call-frame.ts'
export type { Execution } from './trace/execution.ts'
export { decodeLogs, type RawLog } from './trace/simulated-log.ts'
export type { AccountDiff, StateDiff } from './trace/state-diff.ts'
export type { CallTrace, TracedCall } from './trace/traced-call.ts'
