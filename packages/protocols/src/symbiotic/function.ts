import type { DecoderRules } from '@vaultwright/manager'

/**
 * Collateral tokens of Symbiotic.
 *
 * Source: Symbiotic ICollateral, IDefaultCollateral.
 */
export const symbiotic = {
  decoder: 'Symbiotic',
  functions: [
    { signature: 'deposit(address recipient, uint256 amount)', packs: 'recipient' },
    { signature: 'issueDebt(address recipient, uint256 amount)', packs: 'recipient' },
    { signature: 'withdraw(address recipient, uint256 amount)', packs: 'recipient' },
  ],
} as const satisfies DecoderRules

/**
 * Vaults and staker rewards of Symbiotic.
 *
 * Source: Symbiotic IVault, IStakerRewards.
 */
export const symbioticVault = {
  decoder: 'SymbioticVault',
  functions: [
    { signature: 'claim(address recipient, uint256 epoch)', packs: 'recipient' },
    { signature: 'claimBatch(address recipient, uint256[] epochs)', packs: 'recipient' },
    { signature: 'claimRewards(address recipient, address token, bytes data)', packs: 'recipient' },
    { signature: 'deposit(address onBehalfOf, uint256 amount)', packs: 'onBehalfOf' },
    { signature: 'withdraw(address claimer, uint256 amount)', packs: 'claimer' },
  ],
} as const satisfies DecoderRules
