import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Minting and redeeming of HONEY.
 *
 * Source: Berachain HoneyFactory.
 */
export const honey = {
  decoder: 'Honey',
  functions: [
    {
      signature: 'mint(address asset, uint256 amount, address receiver)',
      packs: 'asset, receiver',
    },
    {
      signature: 'redeem(address asset, uint256 honeyAmount, address receiver)',
      packs: 'asset, receiver',
    },
  ],
} as const satisfies DecoderRules

/** Honey. */
export const protocol = {
  name: 'honey',
  title: 'Honey',
  appUrl: null,
  decoders: [honey],
  actions: [],
} as const satisfies Protocol
