export { InsufficientBalanceError } from './build/balance.ts'
export {
  buildSvmTransaction,
  ForeignSignerError,
  LookupTableMissingError,
  NonceAccountRefusedError,
  type SvmBuildContext,
} from './build/build.ts'
export type {
  SvmActionRequest,
  SvmBuildOptions,
  SvmBuilt,
  SvmBuiltAction,
  SvmBuiltCall,
  SvmLifetime,
} from './build/build-type.ts'
export { DigestMissingError, DigestOperatorsDifferError } from './build/digest-check.ts'
export { PriorityFeeTooHighError } from './build/priority-fee.ts'
export { buildReads, manifestReads, type SvmBuildReadOptions } from './build/reads.ts'
export { DigestsChangedError, rebuildWithUnits, unitsWithReserve } from './build/rebuild.ts'
export {
  SvmInvalidParametersError,
  SvmNoActionsError,
  type SvmParameterProblem,
  SvmRouteNotPermittedError,
  SvmUnknownRouteError,
} from './build/request-error.ts'
export {
  SvmUnknownStrategistError,
  SvmVaultMissingError,
  VaultPausedError,
  vaultStateOf,
} from './build/state.ts'
export {
  MintDiffersError,
  MintExtensionRefusedError,
  TokenAccountMissingError,
  TokenAccountUnusableError,
} from './build/token-check.ts'
export { SvmTransactionTooLargeError } from './build/transaction.ts'
export { svmTemplateOf, svmTemplates } from './catalogue/catalogue.ts'
export {
  isSvmDefinition,
  parseSvmDefinition,
  SvmDefinitionError,
  type SvmDefinitionProblem,
} from './definition/definition.ts'
export {
  printSvmDefinition,
  type WrittenOperator,
  writtenOperator,
} from './definition/definition-print.ts'
export type {
  SvmAccountFlags,
  SvmDefinition,
  SvmNamedAccount,
  SvmPermissionEntry,
  SvmPriorityFee,
} from './definition/definition-type.ts'
export {
  describeInstruction,
  type SvmAccountDescription,
  type SvmInstructionDescription,
} from './describe/describe.ts'
export type { SvmInstructionArgument } from './describe/layout.ts'
export {
  historyOf,
  type SvmDigestEvent,
  type SvmDigestHistory,
  type SvmDigestPeriod,
  type SvmPastCall,
  type SvmPastTransaction,
} from './history/history.ts'
export { lintDigest } from './lint/digest-lint.ts'
export type { SvmDigestFinding, SvmDigestFindingCode } from './lint/finding.ts'
export type { SvmLintInput, SvmWorstCall } from './lint/lint-input.ts'
export { lintPermission } from './lint/permission-lint.ts'
export {
  type SvmChoice,
  type SvmConstraint,
  type SvmManifest,
  type SvmManifestAction,
  type SvmManifestParameter,
  svmConstraintsOf,
  svmManifestOf,
} from './manifest/manifest.ts'
export { permissionsOf, type SvmPermission } from './permission/permission.ts'
export {
  digestStatusOf,
  SvmAccountsNotReadError,
  type SvmDigestStatus,
  type SvmSnapshot,
} from './permission/snapshot.ts'
export {
  planOf,
  planReads,
  type SvmForeignDigest,
  type SvmPlan,
  type SvmPlanEntry,
  type SvmPlanOptions,
  type SvmPlanTransaction,
} from './plan/plan.ts'
export {
  SquadsRefusedError,
  type SvmProposer,
  type SvmSquads,
  type SvmSquadsPlace,
  squadsMessageOf,
  svmSquadsOf,
} from './plan/squads.ts'
export { KaminoAccountMissingError } from './template/kamino/init.ts'
export { KaminoPositionRefusedError, KaminoReserveDiffersError } from './template/kamino/refresh.ts'
export type {
  SvmCall,
  SvmCallContext,
  SvmDataField,
  SvmParameter,
  SvmTemplate,
  SvmToken,
  SvmValue,
} from './template/template.ts'
export { printLamports } from './verify/fee.ts'
export { freePartsOf } from './verify/free-part.ts'
export type { SvmCallList } from './verify/given.ts'
export type { SvmReason } from './verify/reason.ts'
export {
  type SvmVerdict,
  type SvmVerifyEvidence,
  type VerifiedSvmInstruction,
  verifySvmTransaction,
} from './verify/verify.ts'
export type { VerifiedManage } from './verify/verify-manage.ts'
