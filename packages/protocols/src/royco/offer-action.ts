import { defineAction } from '../action/action.ts'
import { roycoWeiroll } from './function.ts'

const hub = { kind: 'account', describe: 'Recipe market hub of Royco' } as const

const market = { kind: 'word', describe: 'Hash of the market' } as const

const fundingVault = {
  kind: 'account',
  describe: 'Vault that the funds come from; the zero address is the balance itself',
} as const

const token = { kind: 'token', describe: 'Token of the market' } as const

const amount = { kind: 'amount', unit: 'token', describe: 'How much is offered' } as const

const incentives = { kind: 'tokens', describe: 'Tokens that are asked as a reward' } as const

const incentiveAmounts = {
  kind: 'amounts',
  unit: 'incentives',
  describe: 'How much of each',
} as const

const expiry = {
  kind: 'deadline',
  fallback: 604800n,
  describe: 'Seconds from now after which the offer is void',
} as const

const offerId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number of the offer, as its event tells',
} as const

const expiryParameter = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'When the offer ends: unix seconds, as its event tells',
} as const

const hubParameter = { kind: 'account', describe: 'Vault market hub of Royco' } as const

const targetVault = { kind: 'account', describe: 'Vault that the offer is for' } as const

const incentiveRates = {
  kind: 'amounts',
  unit: 'incentives',
  describe: 'How much of each a second, scaled by 10^18',
} as const

const offer = defineAction({
  route: 'royco/offer',
  name: 'Offer funds',
  description: 'Offers funds to a market for incentives.',
  sentence: 'Offer {amount} to market {market} for {incentive_amounts}',
  parameters: {
    hub,
    market,
    funding_vault: fundingVault,
    token,
    amount,
    incentives,
    incentive_amounts: incentiveAmounts,
    expiry,
  },
  signature:
    'createAPOffer(bytes32 targetMarketHash, address fundingVault, uint256 quantity, uint256 expiry, address[] incentivesRequested, uint256[] incentiveAmountsRequested)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({ market, funding_vault, amount, incentives, incentive_amounts, expiry }) => [
    market,
    funding_vault,
    amount,
    expiry,
    incentives,
    incentive_amounts,
  ],
  approvals: [{ token: 'token', spender: 'hub', amount: 'amount' }],
  sizes: [1, 2, 3, 4, 5],
})

const cancelOffer = defineAction({
  route: 'royco/cancel_offer',
  name: 'Cancel an offer',
  description: 'Takes an offer to a market back.',
  sentence: 'Cancel offer {offer_id} to market {market}',
  parameters: {
    hub,
    offer_id: offerId,
    market,
    funding_vault: fundingVault,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much was offered' },
    expiry: expiryParameter,
    incentives,
    incentive_amounts: incentiveAmounts,
  },
  signature:
    'cancelAPOffer((uint256 offerID, bytes32 targetMarketHash, address ap, address fundingVault, uint256 quantity, uint256 expiry, address[] incentivesRequested, uint256[] incentiveAmountsRequested) offer)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({
    offer_id,
    market,
    funding_vault,
    amount,
    expiry,
    incentives,
    incentive_amounts,
    self,
  }) => [[offer_id, market, self, funding_vault, amount, expiry, incentives, incentive_amounts]],
  sizes: [1, 2, 3, 4, 5],
})

const fillOffer = defineAction({
  route: 'royco/fill_offer',
  name: 'Fill an offer',
  description:
    'Takes the offer of an incentive provider; the market puts the funds into a Weiroll wallet.',
  sentence: 'Fill offer {offer} of market {market} with {amount}',
  parameters: {
    hub,
    offer: { kind: 'word', describe: 'Hash of the offer' },
    market,
    funding_vault: fundingVault,
    fee_recipient: { kind: 'account', describe: 'Who receives the fee of the front end' },
    token,
    amount,
  },
  signature:
    'fillIPOffers(bytes32[] ipOfferHashes, uint256[] fillAmounts, address fundingVault, address frontendFeeRecipient)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({ offer, funding_vault, fee_recipient, amount }) => [
    [offer],
    [amount],
    funding_vault,
    fee_recipient,
  ],
  reads: ({ offer, market }) => ({ [`offerHashToIPOffer(${offer}).targetMarketHash`]: market }),
  approvals: [{ token: 'token', spender: 'hub', amount: 'amount' }],
})

const offerToVault = defineAction({
  route: 'royco/offer_to_vault',
  name: 'Offer funds to a vault',
  description: 'Offers funds to a vault for incentives.',
  sentence: 'Offer {amount} to {target_vault} for {incentive_rates}',
  parameters: {
    hub: hubParameter,
    target_vault: targetVault,
    funding_vault: fundingVault,
    token,
    amount,
    incentives,
    incentive_rates: incentiveRates,
    expiry,
  },
  signature:
    'createAPOffer(address targetVault, address fundingVault, uint256 quantity, uint256 expiry, address[] incentivesRequested, uint256[] incentivesRatesRequested)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({ target_vault, funding_vault, amount, incentives, incentive_rates, expiry }) => [
    target_vault,
    funding_vault,
    amount,
    expiry,
    incentives,
    incentive_rates,
  ],
  approvals: [{ token: 'token', spender: 'hub', amount: 'amount' }],
  sizes: [1, 2, 3, 4, 5],
})

const cancelVaultOffer = defineAction({
  route: 'royco/cancel_vault_offer',
  name: 'Cancel an offer to a vault',
  description: 'Takes an offer to a vault back.',
  sentence: 'Cancel offer {offer_id} to {target_vault}',
  parameters: {
    hub: hubParameter,
    offer_id: offerId,
    target_vault: targetVault,
    funding_vault: fundingVault,
    expiry: expiryParameter,
    incentives,
    incentive_rates: incentiveRates,
  },
  signature:
    'cancelOffer((uint256 offerID, address targetVault, address ap, address fundingVault, uint256 expiry, address[] incentivesRequested, uint256[] incentivesRatesRequested) offer)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({
    offer_id,
    target_vault,
    funding_vault,
    expiry,
    incentives,
    incentive_rates,
    self,
  }) => [[offer_id, target_vault, self, funding_vault, expiry, incentives, incentive_rates]],
  sizes: [1, 2, 3, 4, 5],
})

/** Offer actions of Royco. */
export const offerActions = [offer, cancelOffer, fillOffer, offerToVault, cancelVaultOffer] as const
