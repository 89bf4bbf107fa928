import type { DecoderRules } from '@vaultwright/manager'

/**
 * HyperLend: the pool of Aave v3 and a claim of rewards whose receiver is always the caller.
 *
 * Source: HyperLend pool and reward distributor.
 */
export const hyperLend = {
  decoder: 'HyperLend',
  inherits: ['AaveV3'],
  functions: [
    { signature: 'claim((address token, uint256 amount, bytes32[] proof)[] claims)', packs: '' },
  ],
} as const satisfies DecoderRules
