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
    'level/mint',
    { minter: account1, collateral: account2, lvl_usd: account3, amount: 5n, minimum: 6n },
    'mint((address,address,uint256,uint256))',
    [[self, account2, 5n, 6n]],
  ],
  [
    'level/mint_default',
    { minter: account1, collateral: account2, lvl_usd: account3, amount: 5n, minimum: 6n },
    'mintDefault((address,address,uint256,uint256))',
    [[self, account2, 5n, 6n]],
  ],
  [
    'level/initiate_redeem',
    { minter: account1, collateral: account2, lvl_usd: account3, amount: 5n, minimum: 6n },
    'initiateRedeem(address,uint256,uint256)',
    [account2, 5n, 6n],
  ],
  [
    'level/complete_redeem',
    { minter: account1, collateral: account2 },
    'completeRedeem(address,address)',
    [account2, self],
  ],
  [
    'level/redeem',
    {
      minter: account1,
      order_type: 5n,
      collateral: account2,
      lvl_usd: account3,
      collateral_amount: 6n,
      amount: 7n,
    },
    'redeem((uint8,address,address,address,uint256,uint256))',
    [[5n, self, self, account2, 6n, 7n]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    minter: account1,
    collateral: account2,
    lvl_usd: account3,
    amount: 2n ** 256n,
    minimum: 6n,
  }
  expect(() => callOfAction('level/mint', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
