import { defineAction } from '../action/action.ts'
import { market, ofMarket, router, rules } from './market.ts'
import { signatureOf } from './signature.ts'

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
    minimum: { kind: 'minimum', unit: 'market', describe: 'The least liquidity to receive' },
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
    sy_minimum: { kind: 'minimum', unit: 'sy', describe: 'The least SY to receive' },
    pt_minimum: { kind: 'minimum', unit: 'pt', describe: 'The least PT to receive' },
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
export const liquidityActions = [addLiquidity, removeLiquidity, claim] as const
