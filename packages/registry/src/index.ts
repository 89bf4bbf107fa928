export { balancerVault, multicall3Address, nativeAsset } from './account.ts'
export { accountantFixedRateAbi } from './accountant-fixed-rate-abi.generated.ts'
export { accountantLegacyAbi } from './accountant-legacy-abi.generated.ts'
export { accountantRateProvidersAbi } from './accountant-rate-providers-abi.generated.ts'
export { accountantYieldStreamingAbi } from './accountant-yield-streaming-abi.generated.ts'
export { accountantYieldStreamingEarlyAbi } from './accountant-yield-streaming-early-abi.generated.ts'
export { type Chain, chainOf, chains } from './chain.ts'
export { droneAbi } from './drone-abi.generated.ts'
export { erc20Abi } from './erc20-abi.generated.ts'
export { erc721Abi } from './erc721-abi.generated.ts'
export { erc1155Abi } from './erc1155-abi.generated.ts'
export { erc4626Abi } from './erc4626-abi.generated.ts'
export { type AccountantKind, type KnownVault, knownVaultOf, knownVaults } from './known-vault.ts'
export { managerAbi } from './manager-abi.ts'
export { multiSendAbi } from './multi-send-abi.generated.ts'
export { multicall3Abi } from './multicall3-abi.generated.ts'
export { multisigWalletAbi } from './multisig-wallet-abi.generated.ts'
export { type RoleName, roles } from './role.ts'
export { rolesAuthorityAbi } from './roles-authority-abi.generated.ts'
export {
  managerErrorSelectors,
  managerSelectors,
  managerTopics,
  vaultSelectors,
} from './selector.ts'
export { accountantTopics, queueTopics, tellerTopics, vaultTopics } from './topic.ts'
export { vaultAbi } from './vault-abi.generated.ts'
export { wrappedNativeAbi } from './wrapped-native-abi.generated.ts'
