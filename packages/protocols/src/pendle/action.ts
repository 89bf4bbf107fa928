import { defineAction } from '../action/action.ts'
import { liquidityActions } from './liquidity-action.ts'
import { rules } from './market.ts'
import { mintActions, ofYt } from './mint-action.ts'
import { fills, forYt, limitRouter } from './order.ts'
import { signatureOf } from './signature.ts'
import { swapActions } from './swap-action.ts'

const given = { kind: 'amount', fallback: '0' } as const

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
    sy_amount: { ...given, unit: 'sy', describe: 'The most SY that makers are given' },
    pt_amount: { ...given, unit: 'pt', describe: 'The most PT that makers are given' },
    yt_amount: { ...given, unit: 'yt', describe: 'The most YT that makers are given' },
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

/** What a strategist can do with Pendle. */
export const pendleActions = [
  ...mintActions,
  ...swapActions,
  ...liquidityActions,
  fillOrders,
] as const
