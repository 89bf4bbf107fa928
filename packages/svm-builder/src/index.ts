export { buildSvmTransaction } from './build/build.ts'
export type {
  SvmActionRequest,
  SvmBuildOptions,
  SvmBuilt,
  SvmBuiltAction,
  SvmLifetime,
} from './build/build-type.ts'
export { buildReads, manifestReads } from './build/reads.ts'
export { rebuildWithUnits, unitsWithReserve } from './build/rebuild.ts'
export {
  SvmInvalidParametersError,
  SvmRouteNotPermittedError,
  SvmUnknownRouteError,
} from './build/request-error.ts'
export { SvmUnknownStrategistError, SvmVaultMissingError, vaultStateOf } from './build/state.ts'
export { svmTemplateOf, svmTemplates } from './catalogue/catalogue.ts'
export { isSvmDefinition, parseSvmDefinition, SvmDefinitionError } from './definition/definition.ts'
export { printSvmDefinition } from './definition/definition-print.ts'
export type { SvmDefinition } from './definition/definition-type.ts'
export {
  describeInstruction,
  type SvmAccountDescription,
  type SvmInstructionDescription,
} from './describe/describe.ts'
export {
  historyOf,
  type SvmDigestEvent,
  type SvmDigestHistory,
  type SvmDigestPeriod,
  type SvmPastCall,
  type SvmPastTransaction,
} from './history/history.ts'
export { decodeSvmReading, holdingReads } from './holding/decode-holding.ts'
export {
  digestsIn,
  holdingPlanOf,
  type SvmHoldingPlan,
  withTokenAccounts,
} from './holding/holding-plan.ts'
export { lintDigest } from './lint/digest-lint.ts'
export type { SvmDigestFinding } from './lint/finding.ts'
export { lintPermission } from './lint/permission-lint.ts'
export {
  type SvmConstraint,
  type SvmManifest,
  type SvmManifestAction,
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
} from './plan/plan.ts'
export { type SvmProposer, type SvmSquads, squadsMessageOf } from './plan/squads.ts'
export type { SvmDataField } from './template/template.ts'
export { printLamports } from './verify/fee.ts'
export { freePartsOf } from './verify/free-part.ts'
export type { SvmCallList } from './verify/given.ts'
export type { SvmReason } from './verify/reason.ts'
export {
  type SvmVerdict,
  type VerifiedSvmInstruction,
  verifySvmTransaction,
} from './verify/verify.ts'
export type { VerifiedManage } from './verify/verify-manage.ts'
