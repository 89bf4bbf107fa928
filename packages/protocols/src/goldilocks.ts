import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Yield-splitting vaults of Goldilocks.
 *
 * Source: Goldilocks Goldivault.
 */
export const goldiVault = {
  decoder: 'GoldiVault',
  functions: [
    { signature: 'buyYT(uint256 ytAmount, uint256 dtAmount, uint256 amountOutMin)', packs: '' },
    { signature: 'compound()', packs: '' },
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'redeemOwnership(uint256 amount)', packs: '' },
    { signature: 'redeemYield(uint256 amount)', packs: '' },
    { signature: 'sellYT(uint256 ytAmount, uint256 dtAmount, uint256 amountOutMin)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Goldilocks. */
export const protocol = {
  name: 'goldilocks',
  title: 'Goldilocks',
  appUrl: null,
  decoders: [goldiVault],
  actions: [],
} as const satisfies Protocol
