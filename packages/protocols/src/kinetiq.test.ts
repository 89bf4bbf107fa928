import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  ['kinetiq/stake', { manager_contract: account1, amount: 5n }, 'stake()', []],
  [
    'kinetiq/queue_withdrawal',
    { manager_contract: account1, k_hype: account2, amount: 5n },
    'queueWithdrawal(uint256)',
    [5n],
  ],
  [
    'kinetiq/confirm_withdrawal',
    { manager_contract: account1, request_id: 5n },
    'confirmWithdrawal(uint256)',
    [5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { manager_contract: account1, k_hype: account2, amount: 2n ** 256n }
  expect(() => callOfAction('kinetiq/queue_withdrawal', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
