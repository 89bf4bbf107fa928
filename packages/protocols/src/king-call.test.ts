import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account9 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const account10 = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'

test.each<ActionCase>([
  [
    'king/deposit',
    { basket: account1, tokens: [account9, account10], amounts: [5n, 6n] },
    'deposit(address[],uint256[],address)',
    [[account9, account10], [5n, 6n], self],
  ],
  ['king/redeem', { basket: account1, amount: 5n }, 'redeem(uint256)', [5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { basket: account1, amount: 2n ** 256n }
  expect(() => callOfAction('king/redeem', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
