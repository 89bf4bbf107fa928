export { accountantFixedRateAbi } from './abi/accountant/fixed-rate-abi.generated.ts'
export { accountantLegacyAbi } from './abi/accountant/legacy-abi.generated.ts'
export { accountantRateProvidersAbi } from './abi/accountant/rate-providers-abi.generated.ts'
export { accountantYieldStreamingAbi } from './abi/accountant/yield-streaming-abi.generated.ts'
export { accountantYieldStreamingEarlyAbi } from './abi/accountant/yield-streaming-early-abi.generated.ts'
export { cowSettlementAbi } from './abi/cow/settlement-abi.generated.ts'
export { droneAbi } from './abi/drone-abi.generated.ts'
export { erc20Abi } from './abi/erc20-abi.generated.ts'
export { erc721Abi } from './abi/erc721-abi.generated.ts'
export { erc1155Abi } from './abi/erc1155-abi.generated.ts'
export { erc4626Abi } from './abi/erc4626-abi.generated.ts'
export { managerAbi } from './abi/manager-abi.ts'
export { multiSendAbi } from './abi/multi-send-abi.generated.ts'
export { multicall3Abi } from './abi/multicall3-abi.generated.ts'
export { multisigWalletAbi } from './abi/multisig-wallet-abi.generated.ts'
export { queueSolverAbi } from './abi/queue-solver-abi.generated.ts'
export { queueSolverLegacyAbi } from './abi/queue-solver-legacy-abi.generated.ts'
export { rolesAuthorityAbi } from './abi/roles-authority-abi.generated.ts'
export { safeAbi } from './abi/safe-abi.ts'
export { tellerAbi } from './abi/teller-abi.generated.ts'
export { tellerLegacyAbi } from './abi/teller-legacy-abi.generated.ts'
export { tellerYieldStreamingAbi } from './abi/teller-yield-streaming-abi.generated.ts'
export { vaultAbi } from './abi/vault-abi.generated.ts'
export { withdrawQueueAbi } from './abi/withdraw-queue-abi.generated.ts'
export { wrappedNativeAbi } from './abi/wrapped-native-abi.generated.ts'
export { balancerVault, multicall3Address, nativeAsset } from './account.ts'
export {
  type ChainInfo,
  type ChainVariable,
  chainOf,
  chains,
  safeServiceName,
  variablesOf,
} from './chain.ts'
export {
  contractOf,
  contractsAt,
  contractsOf,
  isOnRecord,
  knownContracts,
  protocolsAt,
} from './contract/known-contract.ts'
export {
  chainsWithHardforks,
  choosesHardfork,
  type Hardfork,
  hardforkAt,
  unknownUpgradeAt,
} from './hardfork.ts'
export { knownVaultOf, knownVaults } from './known-vault.ts'
export {
  type AccountName,
  isQuoted,
  joinNames,
  type NameLookup,
  type NameSource,
  nameAccounts,
  type PrintedAccount,
  printAccount,
  printBrief,
  printName,
  printTrusted,
  shortAddress,
} from './name/account-name.ts'
export { type BookEntry, bookNames, bookProblemOf, nameShapeOf } from './name/book-name.ts'
export { type ChainGuess, guessChain, printChainGuess } from './name/guessed-chain.ts'
export { lookOf, namesakeOf } from './name/look.ts'
export { statedErrors, statedEvents } from './name/name-source.ts'
export { isOwnName, nameSourceOf, ownErrors, ownEvents, ownFunctions } from './name/own-name.ts'
export {
  addressNamed,
  joinUnits,
  registryNames,
  registryUnits,
  type SourcedUnit,
  type StatedUnit,
  statedUnits,
  type UnitLookup,
} from './name/registry-name.ts'
export {
  managerErrorSelectors,
  managerSelectors,
  managerTopics,
  vaultSelectors,
} from './name/selector.ts'
export { accountantTopics, queueTopics, tellerTopics, vaultTopics } from './name/topic.ts'
export { ethereumRulesOf, isOpStackHardfork, type OpStackHardfork } from './op-stack-hardfork.ts'
export { rollupAnchorOf } from './rollup-anchor.ts'
export { solanaClusterOf } from './solana-cluster.ts'
export { type StateFamily, stateFamilyOf } from './state-family.ts'
export { knownTokens, tokenOf, wrappedNativeOf } from './token/known-token.ts'
export type { KnownToken } from './token/row.ts'
export {
  environmentPartOf,
  questionVariables,
  type VariableQuestion,
} from './variable-question.ts'
