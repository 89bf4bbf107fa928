export { balancerVault, nativeAsset } from './account.ts'
export { type Chain, chainOf, chains } from './chain.ts'
export { type AccountantKind, type KnownVault, knownVaultOf, knownVaults } from './known-vault.ts'
export { managerAbi } from './manager-abi.ts'
export { type RoleName, roles } from './role.ts'
export {
  managerErrorSelectors,
  managerSelectors,
  managerTopics,
  vaultSelectors,
} from './selector.ts'
export { vaultAbi } from './vault-abi.ts'
