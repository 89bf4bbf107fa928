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
    'honey/mint',
    { factory: account1, asset: account2, amount: 5n },
    'mint(address,uint256,address)',
    [account2, 5n, self],
  ],
  [
    'honey/redeem',
    { factory: account1, asset: account2, honey: account3, amount: 5n },
    'redeem(address,uint256,address)',
    [account2, 5n, self],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { factory: account1, asset: account2, amount: 2n ** 256n }
  expect(() => callOfAction('honey/mint', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
