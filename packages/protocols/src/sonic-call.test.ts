import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  [
    'sonic/cancel_deposit',
    { deposits: account1, deposit_id: 5n, token: account2, amount: 6n, dead_proof: '0xabcdef' },
    'cancelDepositWhileDead(uint256,address,uint256,bytes)',
    [5n, account2, 6n, '0xabcdef'],
  ],
  ['sonic/deposit_budget', { budget: account1, amount: 5n }, 'depositBudget(uint256)', [5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    deposits: account1,
    deposit_id: 2n ** 256n,
    token: account2,
    amount: 6n,
    dead_proof: '0xabcdef',
  }
  expect(() => callOfAction('sonic/cancel_deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
