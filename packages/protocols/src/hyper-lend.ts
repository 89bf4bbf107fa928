import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * HyperLend: the pool of Aave v3 and a claim of rewards that binds no address.
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

/** Hyper Lend. */
export const protocol = {
  name: 'hyper_lend',
  title: 'Hyper Lend',
  appUrl: null,
  decoders: [hyperLend],
  actions: [],
} as const satisfies Protocol
