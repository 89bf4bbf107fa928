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
    'corn/mint_and_deposit',
    { silo: account1, btcn: account2, amount: 5n },
    'mintAndDepositBitcorn(uint256)',
    [5n],
  ],
  ['corn/redeem_bitcorn', { silo: account1, amount: 5n }, 'redeemBitcorn(uint256)', [5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { silo: account1, btcn: account2, amount: 2n ** 256n }
  expect(() => callOfAction('corn/mint_and_deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
