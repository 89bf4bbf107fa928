import type { DecoderRules } from '@vaultwright/manager'

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
