export { type IndexContext, type IndexParts, openContext } from './context/context.ts'
export { type IndexerEnv, IndexerEnvError, readIndexerEnv } from './context/env.ts'
export { retryDecisionOf } from './context/failure.ts'
export { daySourceOf, deriveDays, receiptAt } from './derive/derive.ts'
export { replayVault } from './derive/replay.ts'
export { type ReplayedDays, type ReplayParts, readReplayPlan } from './derive/replay-plan.ts'
export { openReplayPool, ReplayThreadError } from './derive/replay-pool.ts'
export { handlerOf, workOptionsOf } from './jobs/job-list.ts'
export { type ScanFilter, type ScanReport, scanChain } from './jobs/schedule.ts'
export { type PriceBook, parsePriceBook } from './price/price-book.ts'
export type { BullQueue, BullTimes } from './queue/bullmq/bullmq-queue.ts'
export { QueueUnavailableError } from './queue/bullmq/queue-backend.ts'
export { openInlineQueue } from './queue/inline-queue.ts'
export { replayQueue } from './queue/replay-queue.ts'
export { type LoneVault, planReadingAt } from './read/plan-at-block.ts'
export { findIndexedVault } from './read/vault-read-plan.ts'
export { openReadingParser } from './reading/parsed-reading.ts'
export { parseRawReading, type RawReading } from './reading/raw-reading.ts'
export { readerFingerprint } from './reading/reader-fingerprint.generated.ts'
export { readRootSets } from './reading/root-event.ts'
export { sharesAtLastUpdateOf, vaultStateOf } from './reading/vault-state.ts'
export { safeReportOf } from './safe/safe-status.ts'
export { type Indexer, openBullQueue, openIndexer } from './serve/open.ts'
export { openIndexMetrics, type RunningIndexer, runIndexer, watchTasks } from './serve/run.ts'
export { openIndexServer } from './serve/server.ts'
export { type LogFacts, openIndexLog } from './serve/server-log.ts'
export { type PlacedStatus, statusOf, statusPageOf } from './status/index-status.ts'
export { mismatchOf } from './status/vault-record.ts'
export type { VaultStatus } from './status/vault-status.ts'
export { readSvmDay } from './svm/svm-day.ts'
export { svmToleranceSeconds } from './svm/svm-due.ts'
export type { IndexEvent } from './task/event.ts'
export type { Queue, TaskEnd, TaskHandler, TaskState, WorkOptions } from './task/queue.ts'
export {
  dayFlowOf,
  type Flow,
  type ReplayOrder,
  type Task,
  type TenantSvmVaultRef,
  type TenantVaultRef,
} from './task/task.ts'
export { currentFormulas, type Formulas } from './value/formula.ts'
export {
  type InputOrigin,
  isSound,
  openReceiptReader,
  type WholeReceipt,
} from './value/receipt-reader.ts'
export {
  dayInputsOf,
  inputDigestIn,
  parseSlimReceipt,
  type ReceiptKind,
} from './value/slim-receipt.ts'
