import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'

test.each<ActionCase>([
  [
    'goldilocks/deposit',
    { vault: account1, token: account2, amount: 5n },
    'deposit(uint256)',
    [5n],
  ],
  [
    'goldilocks/redeem_ownership',
    { vault: account1, ownership: account2, amount: 5n },
    'redeemOwnership(uint256)',
    [5n],
  ],
  [
    'goldilocks/redeem_yield',
    { vault: account1, yield_token: account2, amount: 5n },
    'redeemYield(uint256)',
    [5n],
  ],
  [
    'goldilocks/buy_yield',
    {
      vault: account1,
      token: account2,
      yield_token: account3,
      yield_amount: 5n,
      amount: 6n,
      minimum: 7n,
    },
    'buyYT(uint256,uint256,uint256)',
    [5n, 6n, 7n],
  ],
  [
    'goldilocks/sell_yield',
    {
      vault: account1,
      token: account2,
      yield_token: account3,
      yield_amount: 5n,
      amount: 6n,
      minimum: 7n,
    },
    'sellYT(uint256,uint256,uint256)',
    [5n, 6n, 7n],
  ],
  ['goldilocks/compound', { vault: account1 }, 'compound()', []],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { vault: account1, token: account2, amount: 2n ** 256n }
  expect(() => callOfAction('goldilocks/deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
