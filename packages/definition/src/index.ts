export type { WantedFact } from './binding.ts'
export { unusedNamesOf } from './check.ts'
export {
  type ChainDraft,
  type DraftValue,
  defineVault,
  type EntryDraft,
  type LeafDraft,
  type PermissionDraft,
  type VaultDefinitionDraft,
} from './define-vault.ts'
export {
  chainIn,
  type Definition,
  DefinitionFileError,
  type DefinitionPath,
  type DefinitionProblem,
  MissingPartError,
  parseDefinition,
  strategistIn,
} from './definition.ts'
export { printDefinition } from './definition-print.ts'
export type { ChainDefinition, NamedToken, StrategistDefinition } from './definition-schema.ts'
export {
  type DefinedDeployment,
  type DefinedVault,
  deploymentsOf,
  keepRecorded,
  type RecordedVault,
  VaultAddressError,
} from './deployment.ts'
export { doubtsOf } from './doubt.ts'
export { type Inference, type InferOptions, inferDefinition, UnknownOwnerError } from './infer.ts'
export { definitionSchema, type JsonSchema } from './json-schema.ts'
export {
  allLeavesOfStrategist,
  leavesOfStrategist,
  MissingFactError,
  type StrategistRef,
  UnresolvedDefinitionError,
} from './leaf-list.ts'
export {
  type ChainLock,
  emptyLock,
  factsOfLock,
  type Lock,
  type LockBlock,
  type LockedAccount,
  type LockedValue,
  LockFileError,
  lockOf,
  parseLock,
  printLock,
} from './lock.ts'
export {
  type LeafOrder,
  OrderFileError,
  type OrderSlot,
  orderOf,
  parseOrder,
  printOrder,
} from './order.ts'
export type {
  LeafEntry,
  PermissionEntry,
  ProtocolEntry,
  WrittenValue,
} from './permission-schema.ts'
export {
  type DefinedKnowledge,
  definedKnowledgeOf,
  factsOfDefinition,
  knowledgeFrom,
} from './permit-knowledge.ts'
export { type RootUpdate, rootCallsOf, rootHolderOf } from './root-call.ts'
export {
  buildStrategistTree,
  type StrategistTree,
  type StrategistTreeOptions,
} from './strategist-tree.ts'
export { type FactNeeds, wantedFactsOf } from './wanted-fact.ts'
