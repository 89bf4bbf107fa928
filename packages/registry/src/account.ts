import type { Address } from '@vaultwright/base'

/** The Balancer v2 vault, the one lender that the Manager borrows from. Source: Balancer v2 deployments, equal on every chain. */
export const balancerVault: Address = '0xBA12222222228d8Ba445958a75a0704d566BF2C8'

/** The address tellers use for the chain's native coin. Source: TellerWithMultiAssetSupport, NATIVE. */
export const nativeAsset: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The address of Multicall3, the same on nearly every chain. Source: the deployment list of Multicall3. */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
