import { defineAction } from '../action.ts'
import { liquidityActions } from './liquidity-action.ts'
import { rules } from './market.ts'
import { mintActions } from './mint-action.ts'
import { fills, forYt, limitRouter } from './order.ts'
import { signatureOf } from './signature.ts'
import { swapActions } from './swap-action.ts'

const fillOrders = defineAction({
  route: 'pendle/fill_orders',
  name: 'Fill limit orders',
  description: 'Gives makers what their orders ask for, and takes what they offer.',
  sentence: 'Fill limit orders of {yt} with at most {amount}',
  parameters: {
    limit_router: limitRouter,
    yt: { kind: 'token', role: 'yt', describe: 'YT of the market that the orders are for' },
    token_in: { kind: 'token', describe: 'What makers ask for: the SY, PT or YT' },
    amount: { kind: 'amount', unit: 'token_in', describe: 'The most that makers are given' },
    fills,
  },
  signature: signatureOf('fill'),
  rules,
  target: 'limit_router',
  arguments: ({ fills, yt, self, amount }) => [forYt(fills, yt), self, amount, '0x', '0x'],
  approvals: [{ token: 'token_in', spender: 'limit_router', amount: 'amount' }],
})

/** What a strategist can do with Pendle. */
export const pendleActions = [
  ...mintActions,
  ...swapActions,
  ...liquidityActions,
  fillOrders,
] as const
