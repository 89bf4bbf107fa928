export type { Actor } from './actor.ts'
export {
  type ApiKey,
  type Caller,
  type KeyDraft,
  KeyNotFoundError,
  type KeyStore,
  maxActiveKeys,
  TooManyKeysError,
  UserInactiveError,
} from './api-key.ts'
export type { AuditEntry, AuditStore } from './audit.ts'
export type { DailyPoint, DailyPointStore, DayRange } from './daily-point.ts'
export { InvalidDecimalError } from './decimal.ts'
export type { Job, JobStore } from './job.ts'
export { InvalidNameError } from './name.ts'
export type { Page, PageQuery } from './page.ts'
export type {
  MaturityYield,
  Performance,
  PerformanceStore,
  ProtocolYield,
} from './performance.ts'
export type { PriceStore, UsdPrice } from './price.ts'
export type { RootEntry, RootListPlace, RootSet, RootStore } from './root.ts'
export type { SimulationStore, StoredSimulation } from './simulation.ts'
export type { Position, Snapshot, SnapshotStore } from './snapshot.ts'
export type { Store } from './store.ts'
export { type Tenant, TenantExistsError, TenantNotFoundError, type TenantStore } from './tenant.ts'
export {
  type Pushed,
  type StoredTree,
  StrategistNotFoundError,
  type TextDifference,
  TreeDamagedError,
  type TreePush,
  type TreeStore,
} from './tree.ts'
export {
  type Role,
  roles,
  type User,
  UserExistsError,
  UserNotFoundError,
  type UserStore,
} from './user.ts'
export {
  type Deployment,
  DeploymentInUseError,
  type Vault,
  type VaultDraft,
  VaultNotFoundError,
  type VaultPlace,
  type VaultStore,
  type VaultStrategist,
} from './vault.ts'
