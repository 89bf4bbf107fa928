import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  ['stake_stone/deposit', { vault: account1, amount: 5n }, 'deposit()', []],
  [
    'stake_stone/request_withdraw',
    { vault: account1, stone: account2, shares: 5n },
    'requestWithdraw(uint256)',
    [5n],
  ],
  [
    'stake_stone/cancel_withdraw',
    { vault: account1, stone: account2, shares: 5n },
    'cancelWithdraw(uint256)',
    [5n],
  ],
  [
    'stake_stone/instant_withdraw',
    { vault: account1, stone: account2, amount: 5n, shares: 6n },
    'instantWithdraw(uint256,uint256)',
    [5n, 6n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { vault: account1, stone: account2, shares: 2n ** 256n }
  expect(() => callOfAction('stake_stone/request_withdraw', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
