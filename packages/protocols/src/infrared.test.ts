import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  ['infrared/stake', { vault: account1, token: account2, amount: 5n }, 'stake(uint256)', [5n]],
  [
    'infrared/withdraw',
    { vault: account1, token: account2, amount: 5n },
    'withdraw(uint256)',
    [5n],
  ],
  ['infrared/claim_rewards', { vault: account1 }, 'getReward()', []],
  ['infrared/claim_rewards_for_self', { vault: account1 }, 'getRewardForUser(address)', [self]],
  ['infrared/exit', { vault: account1 }, 'exit()', []],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { vault: account1, token: account2, amount: 2n ** 256n }
  expect(() => callOfAction('infrared/stake', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
