import type { DecoderRules } from '@vaultwright/manager'

/**
 * Staking of pool tokens of Gearbox.
 *
 * Source: Gearbox FarmingPool.
 */
export const gearbox = {
  decoder: 'Gearbox',
  functions: [
    { signature: 'claim()', packs: '' },
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules
