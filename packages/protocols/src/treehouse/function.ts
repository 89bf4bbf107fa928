import type { DecoderRules } from '@vaultwright/manager'

/**
 * Fixed-income token tETH of Treehouse.
 *
 * Source: Treehouse TreehouseRouter, TreehouseRedemption.
 */
export const treehouse = {
  decoder: 'Treehouse',
  functions: [
    { signature: 'deposit(address _asset, uint256 _amount)', packs: '_asset' },
    { signature: 'finalizeRedeem(uint256 _redeemIndex)', packs: '' },
    { signature: 'redeem(uint96 _shares)', packs: '' },
  ],
} as const satisfies DecoderRules
