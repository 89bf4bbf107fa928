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
  type SvmPastTransaction,
} from './history/history.ts'
export { permissionsOf, type SvmPermission } from './permission/permission.ts'
export { SvmAccountsNotReadError, type SvmSnapshot } from './permission/snapshot.ts'
export type {
  SvmCall,
  SvmDataField,
  SvmParameter,
  SvmTemplate,
  SvmToken,
  SvmValue,
} from './template/template.ts'
