import type { DecoderRules } from '@vaultwright/manager'

/**
 * Compound v3.
 *
 * Source: Compound III CometMainInterface, CometRewards.
 */
export const compoundV3 = {
  decoder: 'CompoundV3',
  functions: [
    { signature: 'claim(address comet, address src, bool shouldAccrue)', packs: 'comet, src' },
    { signature: 'supply(address asset, uint256 amount)', packs: 'asset' },
    { signature: 'withdraw(address asset, uint256 amount)', packs: 'asset' },
  ],
} as const satisfies DecoderRules
