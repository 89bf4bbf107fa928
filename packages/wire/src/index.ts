export {
  type ApiKeyData,
  type ApiKeyDraftRequest,
  type ApiKeyInput,
  type ApiKeyMade,
  type AuditData,
  type AuditInput,
  apiKeyDataOf,
  auditDataOf,
  type UserData,
  type UserDraftRequest,
  type UserInput,
  userDataOf,
  type VaultDraftRequest,
} from './admin/admin.ts'
export type { ConstraintsResponse } from './builder/constraint.ts'
export {
  type ActionReport,
  type ExecuteMultipleRequest,
  type ExecuteMultipleResponse,
  type ExecuteRequest,
  type ExecuteResponse,
  maxBatchActions,
  type TokenTransfer,
} from './builder/execute.ts'
export { actionReportOf, type BuiltActionInput, verboseReportOf } from './builder/execute-print.ts'
export type { HealthResponse } from './builder/health.ts'
export {
  directionOf,
  type Ledger,
  shownAmountOf,
  symbolIn,
  type TransferInput,
  worthOf,
} from './builder/ledger.ts'
export type { ManifestResponse, WireAction } from './builder/manifest.ts'
export { type ManifestActionInput, wireActionOf, wireManifestOf } from './builder/manifest-print.ts'
export {
  enginesDiffer,
  type OutcomeInput,
  revertArgumentsOf,
  revertTextOf,
  simulationStatusOf,
  valueTextOf,
} from './builder/outcome-print.ts'
export {
  type SimulationPage,
  type SimulationPageCall,
  type SimulationPageRun,
  simulationPage,
} from './builder/simulation-page.ts'
export {
  type SimulationInput,
  simulatedFieldsOf,
  verboseFieldsOf,
} from './builder/simulation-print.ts'
export { type DailyEntry, type DailyInput, type DailyResponse, dailyEntryOf } from './data/daily.ts'
export {
  type PerformanceData,
  type PerformanceInput,
  type ProtocolYieldInput,
  performanceOf,
} from './data/performance.ts'
export { type RootInput, rootEntryOf, type WireRoot } from './data/root.ts'
export { type MetricsSnapshot, metricsSnapshotOf, type SnapshotInput } from './data/snapshot.ts'
export {
  type MerkleTreeData,
  type PushInput,
  type RustFileInput,
  rustTreeOf,
  type SolidityFileInput,
  solidityTreeOf,
  type TreeInput,
  type TreePushData,
  type TreePushRequest,
  treePushedOf,
} from './data/tree.ts'
export type { TreeDiffData, TreeRiskData } from './data/tree-review.ts'
export {
  type DeploymentInput,
  type VaultDetail,
  type VaultInput,
  type VaultSummary,
  vaultDetailOf,
  vaultSummaryOf,
} from './data/vault.ts'
export { dollarsOf } from './field/dollar.ts'
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
} from './field/failure.ts'
export type { Area, Deprecation, Operation, OperationFailure } from './field/operation.ts'
export type { PageInfo } from './field/page.ts'
export { type ReceiptData, receipt } from './field/receipt.ts'
export { printTime } from './field/time.ts'
export {
  type BodyOf,
  type OperationName,
  operations,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from './operation-list.ts'
