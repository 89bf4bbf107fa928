export type { Actor } from './actor.ts'
export {
  type ApiKey,
  type Caller,
  InvalidRateError,
  type KeyDraft,
  KeyNotFoundError,
  type KeyStore,
  TooManyKeysError,
  UserInactiveError,
} from './api-key.ts'
export type { AuditEntry, AuditStore } from './audit.ts'
export { BackupExistsError, BackupUnwritableError, backup } from './backup.ts'
export type { DailyPoint, DailyPointStore, DayRange, MomentRange } from './daily-point.ts'
export { InvalidDayError } from './day.ts'
export { InvalidDecimalError } from './decimal.ts'
export type {
  Basis,
  DayBasis,
  Derivation,
  DeriveCount,
  Derived,
  DerivedKind,
  DerivedStore,
  DeriveQuery,
} from './derived.ts'
export type { FailureRef, FailureStore, IndexingFailure } from './failure.ts'
export type { FinalHead, HeadStore } from './head.ts'
export { type KeyFault, parseKey } from './key.ts'
export type { StoreKind } from './migration/list.ts'
export {
  type Applied,
  MigrationMismatchError,
  type MigrationStatus,
  NotMigratedError,
} from './migration/run.ts'
export { InvalidNameError } from './name.ts'
export { migrate, openStore, type StoreOptions, statusOf } from './open.ts'
export type { Page, PageQuery } from './page.ts'
export type {
  MaturityYield,
  Performance,
  PerformanceStore,
  ProtocolYield,
} from './performance.ts'
export type { PriceStore, UsdPrice } from './price.ts'
export type { DayReading, ReadingMark, ReadingStore, StoredReading } from './reading.ts'
export { InvalidBackupError, restore, StoreNotEmptyError } from './restore.ts'
export type { Pruned, RetentionLimits, RetentionStore } from './retention.ts'
export type { Revision, RevisionStore } from './revision.ts'
export type {
  RootEntry,
  RootRange,
  RootSet,
  RootSortKey,
  RootStore,
  RootSyncResult,
} from './root.ts'
export type { SimulationStore, StoredSimulation } from './simulation.ts'
export type { Snapshot, SnapshotPosition, SnapshotStore } from './snapshot.ts'
export { StoreDamagedError, StoreUnavailableError } from './sql/engine.ts'
export { StoreRuntimeError } from './sqlite/connection.ts'
export type { Store } from './store.ts'
export { type Tenant, TenantExistsError, TenantNotFoundError, type TenantStore } from './tenant.ts'
export { InvalidTextError } from './text.ts'
export {
  type PackedPush,
  type PackedPushed,
  type Pushed,
  type StoredTree,
  StrategistNotFoundError,
  TreeDamagedError,
  type TreePush,
  type TreeStore,
} from './tree.ts'
export { InvalidStoreUrlError, parseStoreUrl, type StoreLocation } from './url.ts'
export {
  LastAdminError,
  roles,
  type User,
  UserExistsError,
  UserNotFoundError,
  type UserRole,
  type UserStore,
} from './user.ts'
export {
  type Deployment,
  DeploymentInUseError,
  type NewVault,
  type Vault,
  VaultNotFoundError,
  type VaultRef,
  type VaultStore,
  type VaultStrategist,
} from './vault.ts'
