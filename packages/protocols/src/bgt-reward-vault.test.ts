import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'

test.each<ActionCase>([
  [
    'bgt_reward_vault/stake',
    { vault: account1, token: account2, amount: 5n },
    'stake(uint256)',
    [5n],
  ],
  [
    'bgt_reward_vault/withdraw',
    { vault: account1, token: account2, amount: 5n },
    'withdraw(uint256)',
    [5n],
  ],
  [
    'bgt_reward_vault/claim_rewards',
    { vault: account1 },
    'getReward(address,address)',
    [self, self],
  ],
  ['bgt_reward_vault/exit', { vault: account1 }, 'exit(address)', [self]],
  [
    'bgt_reward_vault/set_operator',
    { vault: account1, operator: account2 },
    'setOperator(address)',
    [account2],
  ],
  [
    'bgt_reward_vault/stake_for',
    { vault: account1, token: account2, account: account3, amount: 5n },
    'delegateStake(address,uint256)',
    [account3, 5n],
  ],
  [
    'bgt_reward_vault/withdraw_for',
    { vault: account1, token: account2, account: account3, amount: 5n },
    'delegateWithdraw(address,uint256)',
    [account3, 5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { vault: account1, token: account2, amount: 2n ** 256n }
  expect(() => callOfAction('bgt_reward_vault/stake', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
