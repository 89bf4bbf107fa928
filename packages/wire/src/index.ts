export type {
  ApiKeyData,
  ApiKeyDraftRequest,
  ApiKeyMade,
  AuditData,
  UserData,
  UserDraftRequest,
  VaultDraftRequest,
} from './admin.ts'
export type { ConstraintsResponse } from './constraint.ts'
export type { DailyEntry, DailyResponse } from './daily.ts'
export { maxTreeBytes } from './data-operation.ts'
export {
  type ActionReport,
  type ExecuteMultipleRequest,
  type ExecuteMultipleResponse,
  type ExecuteRequest,
  type ExecuteResponse,
  maxBatchActions,
  type TokenTransfer,
} from './execute.ts'
export {
  type BuilderFailure,
  builderFailure,
  type DataFailure,
  dataFailure,
  type GatewayFailure,
  type GatewayLimit,
  gatewayFailure,
  gatewayLimit,
  type ValidationEntry,
  validationFailure,
} from './failure.ts'
export type { HealthResponse } from './health.ts'
export type { ManifestResponse, WireAction } from './manifest.ts'
export type { Area, Deprecation, Failure, Operation } from './operation.ts'
export {
  type BodyOf,
  type OperationName,
  operations,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from './operation-list.ts'
export type { PageInfo } from './page.ts'
export type { PerformanceData } from './performance.ts'
export type { WireRoot } from './root.ts'
export type { MetricsSnapshot } from './snapshot.ts'
export type { MerkleTreeData, TreePushData, TreePushRequest } from './tree.ts'
export type { VaultDetail, VaultSummary } from './vault.ts'
