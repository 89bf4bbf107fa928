import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Staked GHO and the stability module of GHO.
 *
 * Source: Aave StakeToken, GSM.
 */
export const sGho = {
  decoder: 'SGHO',
  inherits: ['Base'],
  functions: [
    { signature: 'buyAsset(uint256 minAmount, address receiver)', packs: 'receiver' },
    { signature: 'cooldown()', packs: '' },
    { signature: 'redeem(address to, uint256 amount)', packs: 'to' },
    { signature: 'sellAsset(uint256 maxAmount, address receiver)', packs: 'receiver' },
    { signature: 'stake(address to, uint256 amount)', packs: 'to' },
  ],
} as const satisfies DecoderRules

/** GHO. */
export const protocol = {
  name: 'gho',
  title: 'GHO',
  appUrl: null,
  decoders: [sGho],
  actions: [],
} as const satisfies Protocol
