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
    'gho/buy_asset',
    { gsm: account1, asset: account2, gho: account3, amount: 5n, max_gho: 6n },
    'buyAsset(uint256,address)',
    [5n, self],
  ],
  [
    'gho/sell_asset',
    { gsm: account1, asset: account2, amount: 5n },
    'sellAsset(uint256,address)',
    [5n, self],
  ],
  [
    'gho/stake',
    { staked: account1, token: account2, amount: 5n },
    'stake(address,uint256)',
    [self, 5n],
  ],
  ['gho/cooldown', { staked: account1 }, 'cooldown()', []],
  ['gho/redeem', { staked: account1, amount: 5n }, 'redeem(address,uint256)', [self, 5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { gsm: account1, asset: account2, gho: account3, amount: 2n ** 256n, max_gho: 6n }
  expect(() => callOfAction('gho/buy_asset', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
