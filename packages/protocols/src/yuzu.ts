import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Yuzu: instant and ordered redemption.
 *
 * Source: Yuzu YuzuUSD, StakedYuzuUSD, YuzuILP.
 */
export const yuzu = {
  decoder: 'Yuzu',
  inherits: ['Base', 'ERC4626'],
  functions: [
    { signature: 'cancelRedeemOrder(uint256 orderId)', packs: '' },
    {
      signature: 'createRedeemOrder(uint256 tokens, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    { signature: 'finalizeRedeem(uint256 orderId)', packs: '' },
    { signature: 'finalizeRedeemOrder(uint256 orderId)', packs: '' },
    {
      signature: 'initiateRedeem(uint256 shares, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    {
      signature:
        'initiateRedeemWithSlippage(uint256 shares, address receiver, address owner, uint256 minAssets)',
      packs: 'receiver, owner',
    },
  ],
} as const satisfies DecoderRules

/** Yuzu. */
export const protocol = {
  name: 'yuzu',
  title: 'Yuzu',
  appUrl: null,
  decoders: [yuzu],
  actions: [],
} as const satisfies Protocol
