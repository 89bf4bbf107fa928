import type { DecoderRules } from '@vaultwright/manager'

/**
 * Staking of SatLayer.
 *
 * Source: SatLayer SatlayerPool.
 */
export const satlayerStaking = {
  decoder: 'SatlayerStaking',
  functions: [
    {
      signature: 'depositFor(address _token, address _for, uint256 _amount)',
      packs: '_token, _for',
    },
    { signature: 'withdraw(address _token, uint256 _amount)', packs: '_token' },
  ],
} as const satisfies DecoderRules
