import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { swell, swellSimpleStaking, wSwellUnwrapping } from './function.ts'

const pool = {
  kind: 'account',
  describe: 'Staking contract of Swell',
} as const satisfies AccountParameter

const token = { kind: 'token', describe: 'Token that is staked' } as const satisfies TokenParameter

const rules = [swellSimpleStaking] as const

const deposit = defineAction({
  route: 'swell/deposit',
  name: 'Stake',
  description: 'Stakes a token with Swell.',
  sentence: 'Stake {amount} in {pool}',
  parameters: {
    pool,
    token,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'deposit(address _token, uint256 _amount, address _receiver)',
  rules,
  target: 'pool',
  arguments: ({ token, amount, self }) => [token, amount, self],
  approvals: [{ token: 'token', spender: 'pool', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'swell/withdraw',
  name: 'Unstake',
  description: 'Takes a staked token back from Swell.',
  sentence: 'Unstake {amount} from {pool}',
  parameters: {
    pool,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much to take back' },
  },
  signature: 'withdraw(address _token, uint256 _amount, address _receiver)',
  rules,
  target: 'pool',
  arguments: ({ token, amount, self }) => [token, amount, self],
})

/** What a strategist can do with the simple staking of Swell. */
const swellActions = [deposit, withdraw] as const

/** Swell. */
export const protocol = {
  name: 'swell',
  title: 'Swell',
  appUrl: null,
  decoders: [swell, swellSimpleStaking, wSwellUnwrapping],
  actions: swellActions,
} as const satisfies Protocol
