import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The router of Kodiak islands.
 *
 * Source: Kodiak IIslandRouter.
 */
export const kodiakIsland = {
  decoder: 'KodiakIsland',
  functions: [
    {
      signature:
        'addLiquidity(address island, uint256 amount0Max, uint256 amount1Max, uint256 amount0Min, uint256 amount1Min, uint256 amountSharesMin, address receiver)',
      packs: 'island, receiver',
    },
    {
      signature:
        'addLiquidityNative(address island, uint256 amount0Max, uint256 amount1Max, uint256 amount0Min, uint256 amount1Min, uint256 amountSharesMin, address receiver)',
      packs: 'island, receiver',
    },
    {
      signature:
        'removeLiquidity(address island, uint256 burnAmount, uint256 amount0Min, uint256 amount1Min, address receiver)',
      packs: 'island, receiver',
    },
    {
      signature:
        'removeLiquidityNative(address island, uint256 burnAmount, uint256 amount0Min, uint256 amount1Min, address receiver)',
      packs: 'island, receiver',
    },
  ],
} as const satisfies DecoderRules

/** Kodiak. */
export const protocol = {
  name: 'kodiak',
  title: 'Kodiak',
  appUrl: null,
  decoders: [kodiakIsland],
  actions: [],
} as const satisfies Protocol
