import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Reward vaults of Berachain.
 *
 * Source: Berachain IRewardVault.
 */
export const bgtRewardVault = {
  decoder: 'BGTRewardVault',
  functions: [
    { signature: 'delegateStake(address account, uint256 amount)', packs: 'account' },
    { signature: 'delegateWithdraw(address account, uint256 amount)', packs: 'account' },
    { signature: 'exit(address recipient)', packs: 'recipient' },
    { signature: 'getReward(address account, address recipient)', packs: 'account, recipient' },
    { signature: 'setOperator(address _operator)', packs: '_operator' },
    { signature: 'stake(uint256 amount)', packs: '' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

/** BGT reward vault. */
export const protocol = {
  name: 'bgt_reward_vault',
  title: 'BGT reward vault',
  appUrl: null,
  decoders: [bgtRewardVault],
  actions: [],
} as const satisfies Protocol
