import type { DecoderRules } from '@vaultwright/manager'
/**
 * The withdrawal queue of another vault, requests only.
 *
 * Source: the public functions of the queue; what the decoder packs was observed.
 */
export const withdrawQueue = {
  decoder: 'WithdrawQueue',
  inherits: [],
  functions: [
    {
      signature:
        'requestOnChainWithdraw(address asset, uint128 amountOfShares, uint16 discount, uint24 secondsToDeadline)',
      packs: 'asset',
    },
  ],
} as const satisfies DecoderRules
