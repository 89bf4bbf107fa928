export {
  type IndexContext,
  type IndexedChain,
  type IndexParts,
  type IndexSettings,
  openContext,
} from './context/context.ts'
export { type IndexerEnv, IndexerEnvError, readIndexerEnv } from './context/env.ts'
export { retryDecisionOf, retryPolicies } from './context/failure.ts'
export type { ChainReport } from './context/metrics-rpc.ts'
export { ChainWithoutNodeError } from './context/open-chain.ts'
export {
  type DaySource,
  type DeriveScope,
  daySourceOf,
  deriveDays,
  receiptAt,
} from './derive/derive.ts'
export { replayVault } from './derive/replay.ts'
export {
  type ReplayedDays,
  type ReplayParts,
  type ReplayPlan,
  readReplayPlan,
} from './derive/replay-plan.ts'
export {
  openReplayPool,
  type ReplayPool,
  type ReplayPoolOptions,
  ReplayThreadEndedError,
  ReplayThreadError,
} from './derive/replay-pool.ts'
export { handlerOf, workOptionsOf } from './jobs/job-list.ts'
export { chainsOfVaults, type ScanFilter, type ScanReport, scanChain } from './jobs/schedule.ts'
export {
  type PriceBook,
  PriceBookError,
  type PriceRule,
  parsePriceBook,
} from './price/price-book.ts'
export type { HttpSource, PriceSource } from './price/price-source.ts'
export type { BullOptions, BullQueue, BullTimes } from './queue/bullmq/bullmq-queue.ts'
export { QueueUnavailableError } from './queue/bullmq/queue-backend.ts'
export { type InlineTimer, openInlineQueue } from './queue/inline-queue.ts'
export { replayQueue } from './queue/replay-queue.ts'
export { findIndexedVault, type IndexedVault } from './read/vault-read-plan.ts'
export { MalformedEventError } from './reading/accountant-event.ts'
export { openReadingParser, type ParsedReading, parseReading } from './reading/parsed-reading.ts'
export {
  parseRawReading,
  printRawReading,
  type RawReading,
  RawReadingError,
  type VaultReadPlan,
} from './reading/raw-reading.ts'
export { readerFingerprint } from './reading/reader-fingerprint.generated.ts'
export { MalformedRootEventError, type ManagedVault, readRootSets } from './reading/root-event.ts'
export { readVault, type VaultReadResult } from './reading/vault-read.ts'
export { vaultStateOf } from './reading/vault-state.ts'
export type { IndexMetrics } from './serve/metric-registry.ts'
export type { MetricSources } from './serve/metrics-source.ts'
export { type Indexer, type IndexerIo, openBullQueue, openIndexer } from './serve/open.ts'
export { openIndexMetrics, type RunningIndexer, runIndexer } from './serve/run.ts'
export {
  type IndexServer,
  openIndexServer,
  type ServerOptions,
  type ServerSubject,
} from './serve/server.ts'
export { type IndexLog, type LogFacts, openIndexLog } from './serve/server-log.ts'
export {
  type PlacedStatus,
  type StatusFilter,
  type StatusParts,
  statusOf,
  statusPageOf,
} from './status/index-status.ts'
export { mismatchOf } from './status/vault-record.ts'
export type { VaultStatus } from './status/vault-status.ts'
export { readSvmDay, type SvmDayEnd, type SvmDayParts } from './svm/svm-day.ts'
export { svmToleranceSeconds } from './svm/svm-due.ts'
export type { IndexEvent } from './task/event.ts'
export type {
  Queue,
  QueueCounts,
  RetryDecision,
  TaskContext,
  TaskEnd,
  TaskHandler,
  TaskState,
  WorkOptions,
} from './task/queue.ts'
export {
  dayFlowOf,
  type Flow,
  type ReplayOrder,
  type Task,
  TaskDataError,
  type TaskKind,
  type TenantSvmVaultRef,
  type TenantVaultRef,
  taskIdOf,
} from './task/task.ts'
export {
  type CheckedReceipt,
  type ExplainedDay,
  type ExplainQuery,
  explainDay,
} from './value/explain.ts'
export { currentFormulas, type Formulas } from './value/formula.ts'
export {
  type InputOrigin,
  isSound,
  openReceiptReader,
  type ReceiptReader,
  type WholeReceipt,
} from './value/receipt-reader.ts'
export {
  dayInputsOf,
  inputDigestIn,
  parseSlimReceipt,
  type ReceiptKind,
  type SlimReceipt,
} from './value/slim-receipt.ts'
