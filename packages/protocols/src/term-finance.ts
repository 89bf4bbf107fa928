import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

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

const locker = {
  kind: 'account',
  describe: 'Offer locker of an auction',
} as const satisfies AccountParameter

const anyNumber = { min: 0n, max: 2n ** 256n - 1n } as const
const rules = [termFinance] as const

/**
 * Locks an offer. The term's repo locker pulls the token; neither call nor auction names it, so its
 * approval is an action of its own.
 */
const lockOffer = defineAction({
  route: 'term_finance/lock_offers',
  name: 'Lock an offer',
  description:
    'Offers to lend a token in an auction at a sealed price; the repo locker of the term must be approved before.',
  sentence: 'Offer {amount} to {offer_locker}',
  parameters: {
    offer_locker: locker,
    purchase_token: { kind: 'token', describe: 'Token that is lent' },
    amount: { kind: 'amount', unit: 'purchase_token', describe: 'How much to offer' },
    offer_id: { kind: 'word', describe: 'Identifier of the offer' },
    price_hash: { kind: 'word', describe: 'Hash that seals price and nonce' },
  },
  signature:
    'lockOffers((bytes32 id, address offeror, bytes32 offerPriceHash, uint256 amount, address purchaseToken)[] offerSubmissions)',
  rules,
  target: 'offer_locker',
  arguments: ({ offer_id, self, price_hash, amount, purchase_token }) => [
    [[offer_id, self, price_hash, amount, purchase_token]],
  ],
})

const unlockOffers = defineAction({
  route: 'term_finance/unlock_offers',
  name: 'Unlock offers',
  description: 'Takes offers back from an auction.',
  sentence: 'Unlock offers of {offer_locker}',
  parameters: {
    offer_locker: locker,
    offer_ids: {
      kind: 'raw',
      type: 'bytes32[]',
      sample: [],
      describe: 'Identifiers of the offers',
    },
  },
  signature: 'unlockOffers(bytes32[] ids)',
  rules,
  target: 'offer_locker',
  arguments: ({ offer_ids }) => [offer_ids],
})

const revealOffers = defineAction({
  route: 'term_finance/reveal_offers',
  name: 'Reveal offers',
  description: 'Opens the sealed prices of offers.',
  sentence: 'Reveal offers of {offer_locker}',
  parameters: {
    offer_locker: locker,
    offer_ids: {
      kind: 'raw',
      type: 'bytes32[]',
      sample: [],
      describe: 'Identifiers of the offers',
    },
    prices: { kind: 'integers', ...anyNumber, describe: 'Price of each, 18 decimals' },
    nonces: { kind: 'integers', ...anyNumber, describe: 'Nonce of each' },
  },
  signature: 'revealOffers(bytes32[] ids, uint256[] prices, uint256[] nonces)',
  rules,
  target: 'offer_locker',
  arguments: ({ offer_ids, prices, nonces }) => [offer_ids, prices, nonces],
})

const redeem = defineAction({
  route: 'term_finance/redeem',
  name: 'Redeem repo tokens',
  description: 'Gives repo tokens back for what was lent and its interest, once the term is over.',
  sentence: 'Redeem {amount} through {servicer}',
  parameters: {
    servicer: { kind: 'account', describe: 'Servicer of the term' },
    repo_token: {
      kind: 'token',
      fact: { of: 'servicer', call: 'termRepoToken()', returns: '(address)' },
      describe: 'Token of the loan',
    },
    amount: { kind: 'amount', unit: 'repo_token', all: 'balance', describe: 'How much to redeem' },
  },
  signature: 'redeemTermRepoTokens(address redeemer, uint256 amountToRedeem)',
  rules,
  target: 'servicer',
  arguments: ({ self, amount }) => [self, amount],
})

/** The actions of a strategist with Term Finance. */
const termFinanceActions = [lockOffer, unlockOffers, revealOffers, redeem] as const

/** Term Finance. */
export const protocol = {
  name: 'term_finance',
  title: 'Term Finance',
  appUrl: null,
  decoders: [termFinance],
  actions: termFinanceActions,
} as const satisfies Protocol
