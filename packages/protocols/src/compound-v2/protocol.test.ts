import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account9 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const account10 = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'

test.each<ActionCase>([
  ['compound_v2/supply', { market: account1, asset: account2, amount: 5n }, 'mint(uint256)', [5n]],
  ['compound_v2/supply_native', { market: account1, amount: 5n }, 'mint()', []],
  ['compound_v2/redeem', { market: account1, amount: 5n }, 'redeem(uint256)', [5n]],
  [
    'compound_v2/withdraw',
    { market: account1, asset: account2, amount: 5n },
    'redeemUnderlying(uint256)',
    [5n],
  ],
  [
    'compound_v2/borrow',
    { market: account1, asset: account2, amount: 5n },
    'borrow(uint256)',
    [5n],
  ],
  [
    'compound_v2/repay',
    { market: account1, asset: account2, amount: 5n },
    'repayBorrow(uint256)',
    [5n],
  ],
  ['compound_v2/repay_native', { market: account1, amount: 5n }, 'repayBorrow()', []],
  [
    'compound_v2/enter_markets',
    { comptroller: account1, markets: [account9, account10] },
    'enterMarkets(address[])',
    [[account9, account10]],
  ],
  [
    'compound_v2/exit_market',
    { comptroller: account1, market: account2 },
    'exitMarket(address)',
    [account2],
  ],
  ['compound_v2/claim_comp', { comptroller: account1 }, 'claimComp(address)', [self]],
  [
    'compound_v2/claim_reward',
    { comptroller: account1, reward_type: 5n },
    'claimReward(uint8,address)',
    [5n, self],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { market: account1, asset: account2, amount: 2n ** 256n }
  expect(() => callOfAction('compound_v2/supply', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
