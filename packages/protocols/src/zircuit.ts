import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter, TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Staking of Zircuit.
 *
 * Source: Zircuit ZtakingPool.
 */
export const zircuitSimpleStaking = {
  decoder: 'ZircuitSimpleStaking',
  functions: [
    {
      signature: 'depositFor(address _token, address _for, uint256 _amount)',
      packs: '_token, _for',
    },
    { signature: 'withdraw(address _token, uint256 _amount)', packs: '_token' },
  ],
} as const satisfies DecoderRules

const pool = {
  kind: 'account',
  describe: 'Staking contract of Zircuit',
} as const satisfies AccountParameter

const token = { kind: 'token', describe: 'Token that is staked' } as const satisfies TokenParameter

const rules = [zircuitSimpleStaking] as const

const deposit = defineAction({
  route: 'zircuit/deposit',
  name: 'Stake',
  description: 'Stakes a token with Zircuit.',
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
  route: 'zircuit/withdraw',
  name: 'Unstake',
  description: 'Takes a staked token back from Zircuit.',
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

/** The actions of a strategist with the staking of Zircuit. */
const zircuitActions = [deposit, withdraw] as const

/** Zircuit. */
export const protocol = {
  name: 'zircuit',
  title: 'Zircuit',
  appUrl: null,
  decoders: [zircuitSimpleStaking],
  actions: zircuitActions,
} as const satisfies Protocol
