import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * USD0 and USD0++ of Usual.
 *
 * Source: Usual SwapperEngine, Usd0PP.
 */
export const usualMoney = {
  decoder: 'UsualMoney',
  functions: [
    { signature: 'depositUSDC(uint256 amountToDeposit)', packs: '' },
    { signature: 'mint(uint256 amountUsd0)', packs: '' },
    {
      signature:
        'provideUsd0ReceiveUSDC(address recipient, uint256 amountUsdcToTakeInNativeDecimals, uint256[] orderIdsToTake, bool partialMatchingAllowed)',
      packs: 'recipient',
    },
    {
      signature:
        'swapUsd0(address recipient, uint256 amountUsd0ToProvideInWad, uint256[] orderIdsToTake, bool partialMatchingAllowed)',
      packs: 'recipient',
    },
    { signature: 'unlockUsd0ppFloorPrice(uint256 usd0ppAmount)', packs: '' },
    { signature: 'unwrap()', packs: '' },
    { signature: 'withdrawUSDC(uint256 orderToCancel)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Usual Money. */
export const protocol = {
  name: 'usual_money',
  title: 'Usual Money',
  appUrl: null,
  decoders: [usualMoney],
  actions: [],
} as const satisfies Protocol
