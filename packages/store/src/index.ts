export type { StoredAccountName } from './access/account-name.ts'
export {
  type ApiKey,
  type Caller,
  type KeyCaller,
  KeyNotFoundError,
  type KeyStore,
  maxActiveKeys,
} from './access/api-key.ts'
export type { Actor, AuditEntry } from './access/audit.ts'
export type { StoredChallenge } from './access/challenge.ts'
export type { Passkey, PasskeyDraft } from './access/passkey.ts'
export type { ReviewRef, VaultReviewRule } from './access/review.ts'
export type { SessionCaller, StoredSession } from './access/session.ts'
export { type Tenant, TenantNotFoundError } from './access/tenant.ts'
export {
  roles,
  type User,
  type UserAccess,
  UserNotFoundError,
  type UserRole,
} from './access/user.ts'
export { backup } from './backup.ts'
export type { MigrationStatus } from './migration/run.ts'
export { migrate, openStore, type StoreOptions, statusOf } from './open.ts'
export type { StoredControlChange, StoredControlReading } from './record/control.ts'
export type { DailyPoint, DayRange, MomentRange } from './record/daily-point.ts'
export type {
  DayBasis,
  Derivation,
  DeriveCount,
  Derived,
  DerivedBatch,
  DerivedKind,
  StoredReceipt,
} from './record/derived.ts'
export type { ExecutionKey, StoredExecution } from './record/execution.ts'
export type { IndexingFailure } from './record/failure.ts'
export type {
  Basis,
  FormerValue,
  NamedReading,
  ReadingName,
  ReceiptCompletion,
} from './record/former.ts'
export type { FinalHead } from './record/head.ts'
export type { LatestDay, TreelessRoots } from './record/latest-day.ts'
export type { Performance } from './record/performance.ts'
export {
  type DayReading,
  packDays,
  type ReadingMark,
  type StatePack,
  type StoredReading,
} from './record/reading.ts'
export type { Revision } from './record/revision.ts'
export type {
  ActiveRoot,
  RootChange,
  RootChangeKey,
  RootEntry,
  RootSet,
  RootSortKey,
} from './record/root.ts'
export type { SafeRef, StoredSafeEntry, StoredSafeListing } from './record/safe.ts'
export {
  maxWitnessBytes,
  type StoredSimulation,
  type StoredWitness,
  WitnessTooLargeError,
} from './record/simulation.ts'
export type { Snapshot } from './record/snapshot.ts'
export type { Store } from './record/store.ts'
export type {
  ListedVault,
  NewSvmVault,
  StoredSvmReading,
  SvmReading,
  SvmVault,
  SvmVaultRef,
  SvmVaultStore,
} from './record/svm-vault.ts'
export type {
  StoredSwapOrder,
  StoredSwapQuote,
  StrategistRef,
  SwapOrderSortKey,
} from './record/swap.ts'
export { type Pushed, type StoredTree, TreeDamagedError } from './record/tree.ts'
export {
  type Deployment,
  type NewVault,
  type Vault,
  type VaultDescription,
  VaultNotFoundError,
  type VaultOverview,
  type VaultQueue,
  type VaultRef,
  type VaultRules,
  type VaultStore,
} from './record/vault.ts'
export type {
  QueueMark,
  StoredWithdrawRequest,
  WithdrawRequestKey,
} from './record/withdraw-queue.ts'
export { restore } from './restore.ts'
export { StoreDamagedError, StoreUnavailableError } from './sql/table/engine.ts'
export { type MigrationReader, openStorePart, readValuesPart } from './store-part.ts'
export { parseStoreUrl, readServiceDatabase } from './url.ts'
export { parseKey } from './value/key.ts'
export type { Page, PageQuery } from './value/page.ts'
