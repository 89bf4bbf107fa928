import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
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

const vault = { kind: 'token', describe: 'Vault of Yuzu, whose shares are a token' } as const

const shares = {
  kind: 'amount',
  unit: 'vault',
  all: 'balance',
  describe: 'How many shares',
} as const

const orderId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number of the order',
} as const

const initiateRedeem = defineAction({
  route: 'yuzu/initiate_redeem',
  name: 'Start a redemption',
  description: 'Starts to give shares back for the asset.',
  sentence: 'Start redemption of {shares}',
  parameters: { vault, shares },
  signature: 'initiateRedeem(uint256 shares, address receiver, address owner)',
  rules: [yuzu],
  target: 'vault',
  arguments: ({ shares, self }) => [shares, self, self],
})

const initiateRedeemWithMinimum = defineAction({
  route: 'yuzu/initiate_redeem_with_least',
  name: 'Start a redemption for a minimum',
  description: 'Starts to give shares back for at least some of the asset.',
  sentence: 'Start redemption of {shares} for at least {minimum}',
  parameters: {
    vault,
    asset: {
      kind: 'token',
      fact: { of: 'vault', call: 'asset()', returns: '(address)' },
      describe: 'Asset of the vault',
    },
    shares,
    minimum: { kind: 'minimum', unit: 'asset', describe: 'Minimum to receive' },
  },
  signature:
    'initiateRedeemWithSlippage(uint256 shares, address receiver, address owner, uint256 minAssets)',
  rules: [yuzu],
  target: 'vault',
  arguments: ({ shares, minimum, self }) => [shares, self, self, minimum],
})

const finalizeRedeem = defineAction({
  route: 'yuzu/finalize_redeem',
  name: 'Finish a redemption',
  description: 'Collects the asset of a redemption.',
  sentence: 'Finish redemption {order_id}',
  parameters: { vault, order_id: orderId },
  signature: 'finalizeRedeem(uint256 orderId)',
  rules: [yuzu],
  target: 'vault',
  arguments: ({ order_id }) => [order_id],
})

const createOrder = defineAction({
  route: 'yuzu/create_order',
  name: 'Create a redemption order',
  description: 'Orders the redemption of tokens.',
  sentence: 'Order redemption of {shares}',
  parameters: {
    vault,
    shares: { kind: 'amount', unit: 'vault', all: 'balance', describe: 'How many tokens' },
  },
  signature: 'createRedeemOrder(uint256 tokens, address receiver, address owner)',
  rules: [yuzu],
  target: 'vault',
  arguments: ({ shares, self }) => [shares, self, self],
})

const finalizeOrder = defineAction({
  route: 'yuzu/finalize_order',
  name: 'Finish a redemption order',
  description: 'Collects what an order gives.',
  sentence: 'Finish order {order_id}',
  parameters: { vault, order_id: orderId },
  signature: 'finalizeRedeemOrder(uint256 orderId)',
  rules: [yuzu],
  target: 'vault',
  arguments: ({ order_id }) => [order_id],
})

const cancelOrder = defineAction({
  route: 'yuzu/cancel_order',
  name: 'Cancel a redemption order',
  description: 'Takes the tokens of an order back.',
  sentence: 'Cancel order {order_id}',
  parameters: { vault, order_id: orderId },
  signature: 'cancelRedeemOrder(uint256 orderId)',
  rules: [yuzu],
  target: 'vault',
  arguments: ({ order_id }) => [order_id],
})

/** The actions of a strategist with Yuzu. */
const yuzuActions = [
  initiateRedeem,
  initiateRedeemWithMinimum,
  finalizeRedeem,
  createOrder,
  finalizeOrder,
  cancelOrder,
] as const

/** Yuzu. */
export const protocol = {
  name: 'yuzu',
  title: 'Yuzu',
  appUrl: null,
  decoders: [yuzu],
  actions: yuzuActions,
  price: 'rate',
  unquoted: {
    paid_later: ['initiate_redeem_with_least'],
  },
} as const satisfies Protocol
