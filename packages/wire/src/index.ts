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
} from './admin.ts'
export type { ConstraintsResponse } from './constraint.ts'
export { type DailyEntry, type DailyInput, type DailyResponse, dailyEntryOf } from './daily.ts'
export { dollarsOf } from './dollar.ts'
export {
  type ActionReport,
  type ExecuteMultipleRequest,
  type ExecuteMultipleResponse,
  type ExecuteRequest,
  type ExecuteResponse,
  maxBatchActions,
  type TokenTransfer,
} from './execute.ts'
export { actionReportOf, type BuiltActionInput, verboseReportOf } from './execute-print.ts'
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
export {
  directionOf,
  type Ledger,
  shownAmountOf,
  symbolIn,
  type TransferInput,
  worthOf,
} from './ledger.ts'
export type { ManifestResponse, WireAction } from './manifest.ts'
export { type ManifestActionInput, wireActionOf, wireManifestOf } from './manifest-print.ts'
export type { Area, Deprecation, Operation, OperationFailure } from './operation.ts'
export {
  type BodyOf,
  type OperationName,
  operations,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from './operation-list.ts'
export {
  enginesDiffer,
  type OutcomeInput,
  revertArgumentsOf,
  revertTextOf,
  simulationStatusOf,
  valueTextOf,
} from './outcome-print.ts'
export type { PageInfo } from './page.ts'
export {
  type PerformanceData,
  type PerformanceInput,
  type ProtocolYieldInput,
  performanceOf,
} from './performance.ts'
export { type ReceiptData, receipt } from './receipt.ts'
export { type RootInput, rootEntryOf, type WireRoot } from './root.ts'
export {
  type SimulationPage,
  type SimulationPageCall,
  type SimulationPageRun,
  simulationPage,
} from './simulation-page.ts'
export { type SimulationInput, simulatedFieldsOf, verboseFieldsOf } from './simulation-print.ts'
export { type MetricsSnapshot, metricsSnapshotOf, type SnapshotInput } from './snapshot.ts'
export { printTime } from './time.ts'
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
} from './tree.ts'
export {
  type DeploymentInput,
  type VaultDetail,
  type VaultInput,
  type VaultSummary,
  vaultDetailOf,
  vaultSummaryOf,
} from './vault.ts'
