export {
  type ApiKey,
  type Caller,
  InvalidRateError,
  type KeyCaller,
  type KeyDraft,
  KeyNotFoundError,
  type KeyStore,
  maxActiveKeys,
  TooManyKeysError,
  UserInactiveError,
} from './access/api-key.ts'
export type { Actor, AuditEntry, AuditNote, AuditStore } from './access/audit.ts'
export type { ChallengeStore, StoredChallenge } from './access/challenge.ts'
export {
  type InviteDraft,
  InviteExpiredError,
  InviteNotFoundError,
  type InviteStore,
  InviteUsedError,
  type OpenInvite,
} from './access/invite.ts'
export {
  LastPasskeyError,
  type Passkey,
  type PasskeyDraft,
  PasskeyExistsError,
  PasskeyNotFoundError,
  type PasskeyOwner,
  type PasskeyStore,
  TooManyPasskeysError,
} from './access/passkey.ts'
export {
  type SessionCaller,
  SessionNotFoundError,
  type SessionOrigin,
  type SessionStore,
  type StoredSession,
} from './access/session.ts'
export {
  type Tenant,
  TenantExistsError,
  TenantNotFoundError,
  type TenantStore,
} from './access/tenant.ts'
export {
  LastAdminError,
  type ProviderIdentity,
  type RoleChange,
  roles,
  type User,
  type UserAccess,
  UserExistsError,
  UserIdentifiedError,
  UserNotFoundError,
  type UserRole,
  type UserStore,
} from './access/user.ts'
export { BackupExistsError, BackupUnwritableError, backup } from './backup.ts'
export type { StoreKind } from './migration/list.ts'
export {
  type Applied,
  MigrationMismatchError,
  type MigrationStatus,
  NotMigratedError,
} from './migration/run.ts'
export { migrate, openStore, type StoreOptions, statusOf } from './open.ts'
export type { DailyPoint, DailyPointStore, DayRange, MomentRange } from './record/daily-point.ts'
export type {
  DayBasis,
  Derivation,
  DeriveCount,
  Derived,
  DerivedBatch,
  DerivedKind,
  DerivedStore,
  DeriveQuery,
  StoredReceipt,
} from './record/derived.ts'
export type { FailureRef, FailureStore, IndexingFailure } from './record/failure.ts'
export type {
  Basis,
  FormerValue,
  NamedReading,
  ReadingName,
  ReceiptCompletion,
} from './record/former.ts'
export type { FinalHead, HeadStore } from './record/head.ts'
export type { LatestDay, LatestDayStore, TreelessRoots } from './record/latest-day.ts'
export type { ListedVault, ListedVaultStore } from './record/listed-vault.ts'
export type {
  MaturityYield,
  Performance,
  PerformanceStore,
  ProtocolYield,
} from './record/performance.ts'
export type { PriceStore, UsdPrice } from './record/price.ts'
export type {
  DayReading,
  ReadingMark,
  ReadingRange,
  ReadingStore,
  StoredReading,
  Withdrawal,
} from './record/reading.ts'
export type {
  Pruned,
  RetentionLimits,
  RetentionStore,
  Revision,
  RevisionStore,
} from './record/revision.ts'
export type {
  ActiveRoot,
  RootChange,
  RootChangeKey,
  RootEntry,
  RootRange,
  RootSet,
  RootSortKey,
  RootStore,
  RootSyncResult,
} from './record/root.ts'
export {
  mostWitnessBytes,
  type SimulationStore,
  type StoredSimulation,
  type StoredWitness,
  WitnessTooLargeError,
} from './record/simulation.ts'
export type {
  DayNav,
  Snapshot,
  SnapshotAllowances,
  SnapshotNav,
  SnapshotPosition,
  SnapshotStore,
} from './record/snapshot.ts'
export { packDays, type StatePack, type StatePackStore } from './record/state-pack.ts'
export type { Store } from './record/store.ts'
export type {
  StoredSvmReading,
  SvmReading,
  SvmReadingMark,
  SvmReadingStore,
} from './record/svm-reading.ts'
export type { NewSvmVault, SvmVault, SvmVaultRef, SvmVaultStore } from './record/svm-vault.ts'
export type {
  StoredSwapOrder,
  StoredSwapQuote,
  StrategistPlace,
  SwapOrderSortKey,
  SwapOrderStore,
  SwapQuoteStore,
} from './record/swap.ts'
export {
  type PackedPush,
  type PackedPushed,
  type Pushed,
  type StoredTree,
  StrategistNotFoundError,
  TreeDamagedError,
  type TreePush,
  type TreeStore,
} from './record/tree.ts'
export {
  type Deployment,
  DeploymentInUseError,
  type NewVault,
  type Vault,
  type VaultDescription,
  VaultNotFoundError,
  type VaultOverview,
  type VaultRef,
  type VaultRules,
  type VaultStore,
  type VaultStrategist,
} from './record/vault.ts'
export { InvalidBackupError, restore, StoreNotEmptyError } from './restore.ts'
export { StoreDamagedError, StoreUnavailableError } from './sql/table/engine.ts'
export { StoreRuntimeError } from './sqlite/connection.ts'
export {
  type MigrationReader,
  openStorePart,
  readValuesPart,
  type StorePartOptions,
} from './store-part.ts'
export {
  InvalidStoreUrlError,
  parseStoreUrl,
  readServiceDatabase,
  type ServiceDatabase,
  type StoreLocation,
} from './url.ts'
export { InvalidDayError } from './value/day.ts'
export { InvalidDecimalError } from './value/decimal.ts'
export { type KeyFault, parseKey } from './value/key.ts'
export type { Page, PageQuery } from './value/page.ts'
export { InvalidNameError, InvalidTextError } from './value/text.ts'
