import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Valantis: swaps in its sovereign and universal pools, and stakes of HYPE.
 *
 * Source: Valantis SovereignPool and UniversalPool; what the decoder packs was observed.
 */
export const valantis = {
  decoder: 'Valantis',
  inherits: [],
  functions: [
    { signature: 'claim(uint256 id)', packs: '' },
    {
      signature:
        'deposit(uint256 amount, uint256 minimumShares, uint256 deadline, address _recipient)',
      packs: '_recipient',
    },
    {
      signature:
        'swap((bool isSwapCallback, bool isZeroToOne, uint256 amountIn, uint256 amountOutMin, uint256 deadline, address recipient, address swapTokenOut, (bytes externalContext, bytes verifierContext, bytes swapCallbackContext, bytes swapFeeModuleContext) swapContext) _swapParams)',
      packs: '_swapParams.recipient, _swapParams.swapTokenOut',
    },
    {
      signature:
        'swap((bool isZeroToOne, bool isSwapCallback, int24 limitPriceTick, address recipient, uint256 amountIn, uint256 amountOutMin, uint256 deadline, bytes swapCallbackContext, bytes swapFeeModuleContext, uint8[] externalContextIds, bytes[] externalContext) _swapParams)',
      packs: '_swapParams.recipient',
    },
    {
      signature:
        'withdraw(uint256 shares, uint256 amount0Min, uint256 amount1Min, uint256 deadline, address _recipient, bool unwrap, bool isInstant)',
      packs: '_recipient',
    },
  ],
} as const satisfies DecoderRules

/** Valantis. */
export const protocol = {
  name: 'valantis',
  title: 'Valantis',
  appUrl: null,
  decoders: [valantis],
  actions: [],
} as const satisfies Protocol
