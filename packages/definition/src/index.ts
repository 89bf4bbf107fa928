export { unusedNamesOf } from './check/check.ts'
export { doubtsOf } from './check/doubt.ts'
export { definitionNames, lockNames } from './expand/account-name.ts'
export type { WantedFact } from './expand/binding.ts'
export {
  allLeavesOfStrategist,
  leavesOfStrategist,
  MissingFactError,
  UnresolvedDefinitionError,
} from './expand/leaf-list.ts'
export { type AccountProtocols, leafSourcesOf, protocolsOfAccounts } from './expand/leaf-source.ts'
export {
  type DefinedFacts,
  definedFactsOf,
  factsOfDefinition,
  knownFactsFrom,
} from './expand/permit-facts.ts'
export { type RootUpdate, rootCallsOf, rootHolderOf } from './expand/root-call.ts'
export { buildStrategistTree, type StrategistTree } from './expand/strategist-tree.ts'
export { wantedFactsOf } from './expand/wanted-fact.ts'
export { defineVault } from './file/define-vault.ts'
export {
  chainIn,
  type Definition,
  DefinitionFileError,
  type LocatedProblem,
  MissingPartError,
  parseDefinition,
  strategistIn,
} from './file/definition.ts'
export { printDefinition } from './file/definition-print.ts'
export {
  type DefinedVault,
  deploymentsOf,
  keepRecorded,
  VaultAddressError,
} from './file/deployment.ts'
export {
  emptyLock,
  factsOfLock,
  type Lock,
  type LockedAccount,
  type LockedValue,
  LockFileError,
  lockOf,
  parseLock,
  printLock,
} from './file/lock.ts'
export { definitionSchemaFor } from './file/named-schema.ts'
export { type LeafOrder, OrderFileError, parseOrder, printOrder } from './file/order.ts'
export { ReserveUnitError, swapPolicyOf } from './file/swap-policy.ts'
export {
  type Inference,
  type InferOptions,
  inferDefinition,
  UnknownOwnerError,
} from './infer/infer.ts'
export type { ChainDefinition, StrategistDefinition } from './schema/definition-schema.ts'
export { definitionSchema } from './schema/json-schema.ts'
