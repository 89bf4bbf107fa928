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
    'ultra_yield/deposit',
    { vault: account1, asset: account2, amount: 5n },
    'deposit(uint256)',
    [5n],
  ],
  [
    'ultra_yield/mint',
    { vault: account1, asset: account2, shares: 5n, max_assets: 6n },
    'mint(uint256)',
    [5n],
  ],
  ['ultra_yield/request_redeem', { vault: account1, shares: 5n }, 'requestRedeem(uint256)', [5n]],
  ['ultra_yield/redeem', { vault: account1, shares: 5n }, 'redeem(uint256)', [5n]],
  [
    'ultra_yield/withdraw',
    { vault: account1, asset: account2, amount: 5n },
    'withdraw(uint256)',
    [5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { vault: account1, asset: account2, amount: 2n ** 256n }
  expect(() => callOfAction('ultra_yield/deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
