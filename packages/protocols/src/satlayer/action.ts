import { defineAction } from '../action.ts'
import type { AccountParameter, TokenParameter } from '../parameter.ts'
import { satlayerStaking } from './function.ts'

const pool = {
  kind: 'account',
  describe: 'Staking contract of SatLayer',
} as const satisfies AccountParameter

const token = { kind: 'token', describe: 'Token that is staked' } as const satisfies TokenParameter

const rules = [satlayerStaking] as const

const deposit = defineAction({
  route: 'satlayer/deposit',
  name: 'Stake',
  description: 'Stakes a token with SatLayer.',
  sentence: 'Stake {amount} in {pool}',
  parameters: {
    pool,
    token,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'depositFor(address _token, address _for, uint256 _amount)',
  rules,
  target: 'pool',
  arguments: ({ token, amount, self }) => [token, self, amount],
  approvals: [{ token: 'token', spender: 'pool', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'satlayer/withdraw',
  name: 'Unstake',
  description: 'Takes a staked token back from SatLayer.',
  sentence: 'Unstake {amount} from {pool}',
  parameters: {
    pool,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much to take back' },
  },
  signature: 'withdraw(address _token, uint256 _amount)',
  rules,
  target: 'pool',
  arguments: ({ token, amount }) => [token, amount],
})

/** What a strategist can do with the staking of SatLayer. */
export const satlayerActions = [deposit, withdraw] as const
