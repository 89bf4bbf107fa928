import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Sushi's RedSnwapper.
 *
 * Source: RedSnwapper.snwap; what the decoder packs was observed.
 */
export const redSnwapper = {
  decoder: 'RedSnwapper',
  inherits: [],
  functions: [
    {
      signature:
        'snwap(address tokenIn, uint256 amountIn, address recipient, address tokenOut, uint256 amountOutMin, address executor, bytes executorData)',
      packs: 'tokenIn, recipient, tokenOut, executor',
    },
  ],
} as const satisfies DecoderRules

/** Red Snwapper. */
export const protocol = {
  name: 'red_snwapper',
  title: 'Red Snwapper',
  appUrl: null,
  decoders: [redSnwapper],
  actions: [],
} as const satisfies Protocol
