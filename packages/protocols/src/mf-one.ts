import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Midas mF-ONE: deposits and redemptions, instant or by request.
 *
 * Source: Midas DepositVault and RedemptionVault; what the decoder packs was observed.
 */
export const mfOne = {
  decoder: 'MFOne',
  inherits: [],
  functions: [
    {
      signature:
        'depositInstant(address tokenIn, uint256 amountToken, uint256 minReceiveAmount, bytes32 referrerId)',
      packs: 'tokenIn, hi16(referrerId), lo16(referrerId)',
    },
    {
      signature: 'depositRequest(address tokenIn, uint256 amountToken, bytes32 referrerId)',
      packs: 'tokenIn, hi16(referrerId), lo16(referrerId)',
    },
    { signature: 'redeemFiatRequest(uint256 amountMTokenIn)', packs: '' },
    {
      signature:
        'redeemInstant(address tokenOut, uint256 amountMTokenIn, uint256 minReceiveAmount)',
      packs: 'tokenOut',
    },
    { signature: 'redeemRequest(address tokenOut, uint256 amountMTokenIn)', packs: 'tokenOut' },
  ],
} as const satisfies DecoderRules

/** mF-ONE. */
export const protocol = {
  name: 'mf_one',
  title: 'mF-ONE',
  appUrl: null,
  decoders: [mfOne],
  actions: [],
} as const satisfies Protocol
