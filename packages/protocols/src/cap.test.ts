import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account9 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const account10 = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'

test.each<ActionCase>([
  [
    'cap/mint',
    { cap_token: account1, asset: account2, amount: 5n, minimum: 6n, deadline: 7n },
    'mint(address,uint256,uint256,address,uint256)',
    [account2, 5n, 6n, self, 7n],
  ],
  [
    'cap/burn',
    { cap_token: account1, asset: account2, amount: 5n, minimum: 6n, deadline: 7n },
    'burn(address,uint256,uint256,address,uint256)',
    [account2, 5n, 6n, self, 7n],
  ],
  [
    'cap/redeem',
    {
      cap_token: account1,
      assets: [account9, account10],
      amount: 5n,
      minimums: [6n, 7n],
      deadline: 8n,
    },
    'redeem(uint256,uint256[],address,uint256)',
    [5n, [6n, 7n], self, 8n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    cap_token: account1,
    asset: account2,
    amount: 2n ** 256n,
    minimum: 6n,
    deadline: 7n,
  }
  expect(() => callOfAction('cap/mint', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
