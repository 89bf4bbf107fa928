import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
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

const queue = { kind: 'account', describe: 'Redemption queue of frxETH' } as const

const ticketId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number of the redemption ticket',
} as const

const stake = defineAction({
  route: 'frax/stake',
  name: 'Stake',
  description: 'Stakes ETH for frxETH.',
  sentence: 'Stake {amount} in {minter}',
  parameters: {
    minter: { kind: 'account', describe: 'Minter of frxETH' },
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much ETH to stake' },
  },
  signature: 'submit()',
  rules: [frax],
  target: 'minter',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

const requestRedemption = defineAction({
  route: 'frax/request_redemption',
  name: 'Request a redemption',
  description: 'Queues frxETH for redemption; the ticket is an NFT of the vault.',
  sentence: 'Request redemption of {amount}',
  parameters: {
    queue,
    frx_eth: {
      kind: 'token',
      fact: { of: 'queue', call: 'FRX_ETH()', returns: '(address)' },
      describe: 'frxETH',
    },
    amount: {
      kind: 'amount',
      unit: 'frx_eth',
      all: 'balance',
      describe: 'How much frxETH to redeem',
    },
  },
  signature: 'enterRedemptionQueue(address _recipient, uint120 _amountToRedeem)',
  rules: [frax],
  target: 'queue',
  arguments: ({ amount, self }) => [self, amount],
  approvals: [{ token: 'frx_eth', spender: 'queue', amount: 'amount' }],
})

const requestRedemptionStaked = defineAction({
  route: 'frax/request_redemption_staked',
  name: 'Request a redemption of sfrxETH',
  description: 'Queues sfrxETH for redemption; the ticket is an NFT of the vault.',
  sentence: 'Request redemption of {amount}',
  parameters: {
    queue,
    sfrx_eth: {
      kind: 'token',
      fact: { of: 'queue', call: 'SFRX_ETH()', returns: '(address)' },
      describe: 'sfrxETH',
    },
    amount: {
      kind: 'amount',
      unit: 'sfrx_eth',
      all: 'balance',
      describe: 'How much sfrxETH to redeem',
    },
  },
  signature: 'enterRedemptionQueueViaSfrxEth(address _recipient, uint120 _sfrxEthAmount)',
  rules: [frax],
  target: 'queue',
  arguments: ({ amount, self }) => [self, amount],
  approvals: [{ token: 'sfrx_eth', spender: 'queue', amount: 'amount' }],
})

const redeem = defineAction({
  route: 'frax/redeem',
  name: 'Redeem a ticket',
  description: 'Collects the ETH of a ticket that is due.',
  sentence: 'Redeem ticket {ticket_id} from {queue}',
  parameters: { queue, ticket_id: ticketId },
  signature: 'burnRedemptionTicketNft(uint256 _nftId, address _recipient)',
  rules: [frax],
  target: 'queue',
  arguments: ({ ticket_id, self }) => [ticket_id, self],
})

const redeemEarly = defineAction({
  route: 'frax/redeem_early',
  name: 'Redeem a ticket early',
  description: 'Gives a ticket back before it is due, less a fee.',
  sentence: 'Redeem ticket {ticket_id} early from {queue}',
  parameters: { queue, ticket_id: ticketId },
  signature: 'earlyBurnRedemptionTicketNft(address _recipient, uint256 _nftId)',
  rules: [frax],
  target: 'queue',
  arguments: ({ ticket_id, self }) => [self, ticket_id],
})

/** The actions of a strategist with Frax. */
const fraxActions = [
  stake,
  requestRedemption,
  requestRedemptionStaked,
  redeem,
  redeemEarly,
] as const

/** Frax. */
export const protocol = {
  name: 'frax',
  title: 'Frax',
  appUrl: null,
  decoders: [frax],
  actions: fraxActions,
  price: 'rate',
} as const satisfies Protocol
