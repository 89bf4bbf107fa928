export { unusedNamesOf } from './check/check.ts'
export { doubtsOf } from './check/doubt.ts'
export { definitionNames, lockNames, type NamedAccounts } from './expand/account-name.ts'
export type { WantedFact } from './expand/binding.ts'
export {
  allLeavesOfStrategist,
  leavesOfStrategist,
  MissingFactError,
  type StrategistRef,
  UnresolvedDefinitionError,
} from './expand/leaf-list.ts'
export {
  type AccountProtocols,
  type LeafSource,
  leafSourcesOf,
  protocolsOfAccounts,
} from './expand/leaf-source.ts'
export {
  type DefinedFacts,
  definedFactsOf,
  factsOfDefinition,
  knownFactsFrom,
} from './expand/permit-facts.ts'
export { type RootUpdate, rootCallsOf, rootHolderOf } from './expand/root-call.ts'
export {
  buildStrategistTree,
  type StrategistTree,
  type StrategistTreeOptions,
} from './expand/strategist-tree.ts'
export { type FactNeeds, wantedFactsOf } from './expand/wanted-fact.ts'
export {
  type ChainDraft,
  type DraftValue,
  defineVault,
  type EntryDraft,
  type LeafDraft,
  type PermissionDraft,
  type PriceDraft,
  type SwapDraft,
  type VaultDefinitionDraft,
} from './file/define-vault.ts'
export {
  chainIn,
  type Definition,
  DefinitionFileError,
  type DefinitionPath,
  type DefinitionProblem,
  type LocatedProblem,
  MissingPartError,
  parseDefinition,
  strategistIn,
} from './file/definition.ts'
export { printDefinition } from './file/definition-print.ts'
export {
  type DefinedDeployment,
  type DefinedVault,
  deploymentsOf,
  keepRecorded,
  type RecordedVault,
  VaultAddressError,
} from './file/deployment.ts'
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
} from './file/lock.ts'
export { definitionSchemaFor } from './file/named-schema.ts'
export {
  type LeafOrder,
  OrderFileError,
  type OrderSlot,
  orderOf,
  parseOrder,
  printOrder,
} from './file/order.ts'
export { type DefinedSwapPolicy, ReserveUnitError, swapPolicyOf } from './file/swap-policy.ts'
export {
  type Inference,
  type InferOptions,
  inferDefinition,
  UnknownOwnerError,
} from './infer/infer.ts'
export type {
  ChainDefinition,
  NamedToken,
  StrategistDefinition,
} from './schema/definition-schema.ts'
export { definitionSchema, type JsonSchema } from './schema/json-schema.ts'
export type {
  LeafEntry,
  PermissionEntry,
  ProtocolEntry,
  WrittenValue,
} from './schema/permission-schema.ts'
export type { SwapDefinition, WrittenPriceSource } from './schema/swap-schema.ts'
