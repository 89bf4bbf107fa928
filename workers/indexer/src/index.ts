export { MalformedEventError } from './accountant-event.ts'
export type { BullOptions, BullQueue, BullTimes } from './bullmq/bullmq-queue.ts'
export { QueueUnavailableError } from './bullmq/ground.ts'
export { openBullQueue } from './bullmq/open.ts'
export { TaskDataError } from './bullmq/task-data.ts'
export {
  type IndexContext,
  type IndexedChain,
  type IndexParts,
  type IndexSettings,
  openContext,
} from './context.ts'
export { dailyPointOf } from './daily-point.ts'
export { type DeriveScope, type DeriveTools, deriveDays } from './derive.ts'
export { type IndexerEnv, IndexerEnvError, readIndexerEnv } from './env.ts'
export type { IndexEvent } from './event.ts'
export {
  type CheckedReceipt,
  type ExplainedDay,
  type ExplainQuery,
  explainDay,
} from './explain.ts'
export { retryDecisionOf, retryPolicies } from './failure.ts'
export { currentFormulas, type Formulas } from './formula.ts'
export { handlerOf, workOptionsOf } from './handler.ts'
export { type StatusFilter, type StatusParts, statusOf, type VaultStatus } from './index-status.ts'
export { type InlineTimer, openInlineQueue } from './inline-queue.ts'
export { vaultStateOf } from './measured-day.ts'
export { openVaultStateCache } from './measured-memory.ts'
export { readVault, type VaultReadResult } from './measurement.ts'
export type { IndexMetrics } from './metric-registry.ts'
export { openIndexMetrics } from './metrics.ts'
export type { ChainReport } from './metrics-rpc.ts'
export type { MetricSources } from './metrics-source.ts'
export { type Indexer, type IndexerIo, openIndexer } from './open.ts'
export { ChainWithoutNodeError } from './open-chain.ts'
export { performanceRowOf } from './performance-row.ts'
export { findIndexedVault, type IndexedVault } from './plan.ts'
export {
  type PriceBook,
  PriceBookError,
  type PriceRule,
  parsePriceBook,
} from './price/price-book.ts'
export type { HttpSource, PriceSource } from './price/price-source.ts'
export type {
  Queue,
  QueueCounts,
  RetryDecision,
  TaskContext,
  TaskEnd,
  TaskHandler,
  WorkOptions,
} from './queue.ts'
export {
  parseRawReading,
  printRawReading,
  type RawReading,
  RawReadingError,
  type VaultReadPlan,
} from './raw-reading.ts'
export { type ReplayOrder, type ReplayParts, replayVault } from './replay.ts'
export { MalformedRootEventError, type ManagedVault, readRootSets } from './root-event.ts'
export { type RunningIndexer, runIndexer } from './run.ts'
export { chainsOfVaults, type ScanFilter, type ScanReport, scanChain } from './schedule.ts'
export {
  type IndexServer,
  openIndexServer,
  type ServerOptions,
  type ServerSubject,
} from './server.ts'
export { type IndexLog, openIndexLog } from './server-log.ts'
export {
  dayFlowOf,
  type Flow,
  type Task,
  type TaskKind,
  type TenantVaultRef,
  taskIdOf,
} from './task.ts'
export { mismatchOf } from './vault-record.ts'
