import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Liquid staking of BERA (beraETH) by Dinero.
 *
 * Source: Dinero beraETH.
 */
export const beraEth = {
  decoder: 'BeraETH',
  functions: [
    {
      signature: 'depositAndWrap(address WETH, uint256 amount, uint256 minAmountOut)',
      packs: 'WETH',
    },
    { signature: 'unwrap(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Bera Eth. */
export const protocol = {
  name: 'bera_eth',
  title: 'Bera Eth',
  appUrl: null,
  decoders: [beraEth],
  actions: [],
} as const satisfies Protocol
