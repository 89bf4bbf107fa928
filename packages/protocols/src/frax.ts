import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Liquid staking of Frax: frxETH, sfrxETH and the redemption queue.
 *
 * Source: Frax frxETHMinter, FraxEtherRedemptionQueueV2.
 */
export const frax = {
  decoder: 'Frax',
  inherits: ['ERC4626'],
  functions: [
    {
      signature: 'burnRedemptionTicketNft(uint256 _nftId, address _recipient)',
      packs: '_recipient',
    },
    {
      signature: 'earlyBurnRedemptionTicketNft(address _recipient, uint256 _nftId)',
      packs: '_recipient',
    },
    {
      signature: 'enterRedemptionQueue(address _recipient, uint120 _amountToRedeem)',
      packs: '_recipient',
    },
    {
      signature: 'enterRedemptionQueueViaSfrxEth(address _recipient, uint120 _sfrxEthAmount)',
      packs: '_recipient',
    },
    { signature: 'submit()', packs: '' },
  ],
} as const satisfies DecoderRules

/** Frax. */
export const protocol = {
  name: 'frax',
  title: 'Frax',
  appUrl: null,
  decoders: [frax],
  actions: [],
} as const satisfies Protocol
