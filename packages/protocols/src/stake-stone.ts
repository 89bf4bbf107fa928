import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * STONE of StakeStone.
 *
 * Source: StakeStone StoneVault.
 */
export const stakeStone = {
  decoder: 'StakeStone',
  functions: [
    { signature: 'cancelWithdraw(uint256 _shares)', packs: '' },
    { signature: 'deposit()', packs: '' },
    { signature: 'instantWithdraw(uint256 _amount, uint256 _shares)', packs: '' },
    { signature: 'requestWithdraw(uint256 _shares)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Stake Stone. */
export const protocol = {
  name: 'stake_stone',
  title: 'Stake Stone',
  appUrl: null,
  decoders: [stakeStone],
  actions: [],
} as const satisfies Protocol
