import type { DecoderRules } from '@vaultwright/manager'
/**
 * Term Finance: sealed offers in an auction, and the tokens they bring.
 *
 * Source: TermAuctionOfferLocker and TermRepoServicer; what the decoder packs was observed.
 */
export const termFinance = {
  decoder: 'TermFinance',
  inherits: [],
  functions: [
    {
      signature:
        'lockOffers((bytes32 id, address offeror, bytes32 offerPriceHash, uint256 amount, address purchaseToken)[] offerSubmissions)',
      packs: 'offerSubmissions[].(offeror, purchaseToken)',
    },
    {
      signature: 'redeemTermRepoTokens(address redeemer, uint256 amountToRedeem)',
      packs: 'redeemer',
    },
    {
      signature: 'revealOffers(bytes32[] ids, uint256[] prices, uint256[] nonces)',
      packs: '',
    },
    { signature: 'unlockOffers(bytes32[] ids)', packs: '' },
  ],
} as const satisfies DecoderRules
