import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

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

/** Satlayer. */
export const protocol = {
  name: 'satlayer',
  title: 'Satlayer',
  appUrl: null,
  decoders: [satlayerStaking],
  actions: [],
} as const satisfies Protocol
