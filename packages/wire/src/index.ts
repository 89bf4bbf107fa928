export type { AccountNameData } from './admin/account-name.ts'
export type {
  ApiKeyData,
  ApiKeyDraftRequest,
  ApiKeyMade,
  AuditData,
  UserData,
  UserDraftRequest,
  VaultDraftRequest,
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
export { actionReportOf, verboseReportOf } from './builder/execute-print.ts'
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
export { wireActionOf, wireManifestOf } from './builder/manifest-print.ts'
export type {
  SimulateRequest,
  SimulateResponse,
} from './builder/simulate.ts'
export {
  type SimulationPage,
  type SimulationPageCall,
  type SimulationPageFrame,
  type SimulationPageRun,
  simulationPage,
} from './builder/simulation-page.ts'
export {
  type SimulationInput,
  simulatedFieldsOf,
  verboseFieldsOf,
} from './builder/simulation-print.ts'
export type { SimulationProof } from './builder/simulation-proof.ts'
export type { TransactionTotalsData } from './builder/total.ts'
export {
  type ConsoleOperationName,
  type ConsolePart,
  consoleOperations,
} from './console/console-list.ts'
export type { ConsoleFailure, ConsoleOperation } from './console/console-operation.ts'
export type {
  InviteData,
  UserAccessData,
} from './console/invite.ts'
export type { PasskeyData } from './console/passkey.ts'
export type {
  SessionData,
  SessionEntryData,
} from './console/session.ts'
export { provedOperations } from './console/settings-operation.ts'
export {
  type ControlActData,
  type ControlChangeData,
  type ControlReadingData,
  controlChange,
  controlReading,
} from './data/control.ts'
export { controlChangeDataOf, controlReadingOf } from './data/control-print.ts'
export {
  type DailyEntry,
  type DailyResponse,
  type DayWithNav,
  dailyEntriesText,
  dailyEntryOf,
  dailyGrowthOf,
} from './data/daily.ts'
export type { VaultExecutionData } from './data/execution.ts'
export type { FinalityData } from './data/finality.ts'
export type {
  IndexStatusData,
  RepairRequest,
} from './data/index-status.ts'
export {
  type PerformanceData,
  performanceOf,
} from './data/performance.ts'
export type { RevisedDayData } from './data/revision.ts'
export type {
  RootChangeData,
  WireRoot,
} from './data/root.ts'
export type { RootProofData } from './data/root-proof.ts'
export { type MetricsSnapshot, metricsSnapshotOf } from './data/snapshot.ts'
export type {
  MerkleTreeData,
  TreePushData,
  TreePushRequest,
} from './data/tree.ts'
export type { TreeDiffData, TreeRiskData } from './data/tree-review.ts'
export type {
  VaultDetail,
  VaultSummary,
} from './data/vault.ts'
export type { VaultFigures } from './data/vault-figures.ts'
export {
  type WithdrawAssetData,
  type WithdrawQueueData,
  type WithdrawQueuesData,
  type WithdrawRequestData,
  withdrawQueues,
} from './data/withdraw-queue.ts'
export {
  type ExecutedPayment,
  withdrawAssetDataOf,
  withdrawRequestDataOf,
} from './data/withdraw-queue-print.ts'
export type { AllowanceData } from './field/allowance.ts'
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
export { type NavData, navDataOf, navFields } from './field/nav.ts'
export type { Area, Deprecation, Operation, OperationFailure } from './field/operation.ts'
export type { PageInfo } from './field/page.ts'
export { numberOrNull } from './field/rate.ts'
export { type ReceiptData, receipt } from './field/receipt.ts'
export type { RowOf } from './field/row.ts'
export { printTime, printTimeOrNull } from './field/time.ts'
export { boundFlagsOf, type WorthBoundsData } from './field/worth-bounds.ts'
export {
  type BodyOf,
  type OperationName,
  operations,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from './operation-list.ts'
export {
  maxCommentLength,
  maxReviewEntries,
  type ReviewData,
  type ReviewEntryData,
  type ReviewPolicyData,
  type ReviewRecordData,
  type ReviewSubjectData,
  reviewRecordResponse,
} from './review/review.ts'
export type { SafeAccountData, SafeProofData } from './safe/safe-account.ts'
export type { SafeExecutionData, SafeSendingData } from './safe/safe-execution.ts'
export type { SafeProposalData, SafeProposalRequest } from './safe/safe-proposal.ts'
export type { SafeEntryData, SafeJudgedEntryData, SafeQueueData } from './safe/safe-queue.ts'
export type { SafeStatementData } from './safe/safe-statement.ts'
export type { SafeTokenData } from './safe/safe-token.ts'
export type {
  SvmActionReport,
  SvmExecuteMultipleResponse,
  SvmExecuteResponse,
  SvmInstructionData,
  SvmOperatorData,
  SvmTokenTransferData,
} from './solana/execute.ts'
export {
  type SvmTransferInput,
  solOf,
  svmActionReportOf,
  svmInstructionOf,
  svmOperatorOf,
  svmTransferOf,
} from './solana/execute-print.ts'
export type { SvmBuildOptionsRequest } from './solana/option.ts'
export { maxAlsoAddresses, type SvmPermissionsResponse } from './solana/permission.ts'
export type { SvmReadingData } from './solana/reading.ts'
export { type SvmSimulationPage, svmSimulationPage } from './solana/simulation-page.ts'
export type { BatchTransactionData } from './swap/batch-transaction.ts'
export type { OrderOfferData } from './swap/order-offer.ts'
export {
  type OrderDetails,
  orderTermsOf,
  swapOrderOf,
  termsOfOrder,
} from './swap/order-print.ts'
export {
  isDepositPair,
  permittingLeafOf,
  swapPairOf,
  swapTokenOf,
} from './swap/pair-print.ts'
export { batchDifferencesOf, type QuoteNames, quoteDifferencesOf } from './swap/quote-difference.ts'
export {
  shownOf,
  swapBatchOf,
  swapBoundOf,
  swapCandidateOf,
  swapQuoteOf,
} from './swap/quote-print.ts'
export { batchRequest, type QuoteOrBatchRequest, type SwapBatchData } from './swap/swap-batch.ts'
export type { PermittingLeafData, SwapTokenData } from './swap/swap-field.ts'
export { swapOperations } from './swap/swap-operation.ts'
export type { OrderTermsData, SwapOrderData, TenantOrderData } from './swap/swap-order.ts'
export type { SwapPairData } from './swap/swap-pair.ts'
export type {
  SwapBoundData,
  SwapCandidateData,
  SwapQuoteData,
  SwapQuoteRequest,
} from './swap/swap-quote.ts'
export type {
  CancelOrderData,
  CancelOrderRequest,
  LimitOrderData,
  LimitOrderRequest,
  MarketRequest,
  MarketTransactionData,
} from './swap/swap-transaction.ts'
