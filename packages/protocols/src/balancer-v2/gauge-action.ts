import { defineAction } from '../action/action.ts'
import type { TokenParameter } from '../action/parameter.ts'
import { rules } from './pool.ts'

const gauge = {
  kind: 'token',
  role: 'gauge',
  describe: 'Gauge of Balancer; it is also the token of what is staked',
} as const satisfies TokenParameter

const stake = defineAction({
  route: 'balancer_v2/stake',
  name: 'Stake in a gauge',
  description: 'Stakes the liquidity of a pool in its gauge.',
  sentence: 'Stake {amount} in {gauge}',
  parameters: {
    gauge,
    lp_token: {
      kind: 'token',
      fact: { of: 'gauge', call: 'lp_token()', returns: '(address)' },
      describe: 'Token that the gauge takes',
    },
    amount: { kind: 'amount', unit: 'lp_token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'deposit(uint256 value, address recipient)',
  rules,
  target: 'gauge',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'lp_token', spender: 'gauge', amount: 'amount' }],
})

const unstake = defineAction({
  route: 'balancer_v2/unstake',
  name: 'Unstake from a gauge',
  description: 'Takes liquidity back out of a gauge.',
  sentence: 'Unstake {amount} from {gauge}',
  parameters: {
    gauge,
    amount: { kind: 'amount', unit: 'gauge', all: 'balance', describe: 'How much to unstake' },
  },
  signature: 'withdraw(uint256 value)',
  rules,
  target: 'gauge',
  arguments: ({ amount }) => [amount],
})

const mint = defineAction({
  route: 'balancer_v2/mint_rewards',
  name: 'Mint rewards',
  description: 'Has the minter pay the BAL that staked liquidity has earned in a gauge.',
  sentence: 'Mint rewards of {gauge}',
  parameters: {
    minter: { kind: 'account', role: 'minter', describe: 'Minter of BAL' },
    gauge,
  },
  signature: 'mint(address gauge)',
  rules,
  target: 'minter',
  arguments: ({ gauge }) => [gauge],
})

/** Gauges, where liquidity earns BAL. */
export const gaugeActions = [stake, unstake, mint] as const
