import type { DecoderRules } from '@vaultwright/manager'

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
