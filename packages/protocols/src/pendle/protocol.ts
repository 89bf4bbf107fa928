import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { pendleRouter } from './function.ts'
import { market, ofMarket, router, rules, signatureOf } from './market.ts'
import { mintActions, ofYt } from './mint-action.ts'
import { fills, forYt, limitRouter, swapActions } from './swap-action.ts'

const addLiquidity = defineAction({
  route: 'pendle/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts SY and PT into a market, in the proportion that it has.',
  sentence: 'Add {sy_amount} and {pt_amount} to {market}',
  parameters: {
    router,
    market,
    sy: ofMarket.sy,
    pt: ofMarket.pt,
    sy_amount: { kind: 'amount', unit: 'sy', all: 'balance', describe: 'The most SY to add' },
    pt_amount: { kind: 'amount', unit: 'pt', all: 'balance', describe: 'The most PT to add' },
    minimum: { kind: 'minimum', unit: 'market', describe: 'Minimum liquidity to receive' },
  },
  signature: signatureOf('addLiquidityDualSyAndPt'),
  rules,
  target: 'router',
  arguments: ({ self, market, sy_amount, pt_amount, minimum }) => [
    self,
    market,
    sy_amount,
    pt_amount,
    minimum,
  ],
  approvals: [
    { token: 'sy', spender: 'router', amount: 'sy_amount' },
    { token: 'pt', spender: 'router', amount: 'pt_amount' },
  ],
})

const removeLiquidity = defineAction({
  route: 'pendle/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes SY and PT out of a market.',
  sentence: 'Remove {amount} from {market}',
  parameters: {
    router,
    market,
    sy: ofMarket.sy,
    pt: ofMarket.pt,
    amount: { kind: 'amount', unit: 'market', all: 'balance', describe: 'Liquidity to give back' },
    sy_minimum: { kind: 'minimum', unit: 'sy', describe: 'Minimum SY to receive' },
    pt_minimum: { kind: 'minimum', unit: 'pt', describe: 'Minimum PT to receive' },
  },
  signature: signatureOf('removeLiquidityDualSyAndPt'),
  rules,
  target: 'router',
  arguments: ({ self, market, amount, sy_minimum, pt_minimum }) => [
    self,
    market,
    amount,
    sy_minimum,
    pt_minimum,
  ],
  approvals: [{ token: 'market', spender: 'router', amount: 'amount' }],
})

const claim = defineAction({
  route: 'pendle/claim',
  name: 'Claim',
  description: 'Claims the interest and rewards of an SY, its YT and its market.',
  sentence: 'Claim interest and rewards of {sy}, {yt} and {market}',
  parameters: { router, market, sy: ofMarket.sy, yt: ofMarket.yt },
  signature: signatureOf('redeemDueInterestAndRewards'),
  rules,
  target: 'router',
  arguments: ({ self, sy, yt, market }) => [self, [sy], [yt], [market]],
})

/** Liquidity of markets, and what it earns. */
const liquidityActions = [addLiquidity, removeLiquidity, claim] as const

const amountField = { kind: 'amount', fallback: '0' } as const

const fillOrders = defineAction({
  route: 'pendle/fill_orders',
  name: 'Fill limit orders',
  description:
    'Gives makers the SY, PT or YT that their orders ask for, and takes what they offer.',
  sentence: 'Fill limit orders of {yt} with {sy_amount}, {pt_amount} and {yt_amount} at most',
  parameters: {
    limit_router: limitRouter,
    yt: { kind: 'token', role: 'yt', describe: 'YT of the market that the orders are for' },
    ...ofYt,
    fills,
    sy_amount: { ...amountField, unit: 'sy', describe: 'The most SY that makers are given' },
    pt_amount: { ...amountField, unit: 'pt', describe: 'The most PT that makers are given' },
    yt_amount: { ...amountField, unit: 'yt', describe: 'The most YT that makers are given' },
  },
  signature: signatureOf('fill'),
  rules,
  target: 'limit_router',
  // Orders of one call all ask for the same token, so two of the three are zero.
  arguments: ({ fills, yt, self, sy_amount, pt_amount, yt_amount }) => [
    forYt(fills, yt),
    self,
    sy_amount + pt_amount + yt_amount,
    '0x',
    '0x',
  ],
  approvals: [
    { token: 'sy', spender: 'limit_router', amount: 'sy_amount' },
    { token: 'pt', spender: 'limit_router', amount: 'pt_amount' },
    { token: 'yt', spender: 'limit_router', amount: 'yt_amount' },
  ],
})

/** The actions of a strategist with Pendle. */
const pendleActions = [...mintActions, ...swapActions, ...liquidityActions, fillOrders] as const

/** Pendle. */
export const protocol = {
  name: 'pendle',
  title: 'Pendle',
  appUrl: 'https://app.pendle.finance',
  decoders: [pendleRouter],
  actions: pendleActions,
  unquoted: {
    liquidity: ['add_liquidity', 'remove_liquidity'],
    two_tokens: ['mint_py', 'redeem_py'],
    third_party: [
      'buy_pt_with_orders',
      'sell_pt_with_orders',
      'buy_yt_with_orders',
      'sell_yt_with_orders',
      'fill_orders',
    ],
  },
} as const satisfies Protocol
