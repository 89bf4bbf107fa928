import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'

test.each<ActionCase>([
  [
    'spectra/deposit',
    { principal_token: account1, asset: account2, amount: 5n, minimum: 6n },
    'deposit(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  [
    'spectra/deposit_ibt',
    { principal_token: account1, ibt: account2, amount: 5n, minimum: 6n },
    'depositIBT(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  [
    'spectra/deposit_ibt_any',
    { principal_token: account1, ibt: account2, amount: 5n },
    'depositIBT(uint256,address)',
    [5n, self],
  ],
  [
    'spectra/redeem',
    { principal_token: account1, asset: account2, shares: 5n, minimum: 6n },
    'redeem(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  [
    'spectra/redeem_ibt',
    { principal_token: account1, ibt: account2, shares: 5n, minimum: 6n },
    'redeemForIBT(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  [
    'spectra/redeem_ibt_any',
    { principal_token: account1, shares: 5n },
    'redeemForIBT(uint256,address,address)',
    [5n, self, self],
  ],
  [
    'spectra/withdraw',
    { principal_token: account1, asset: account2, amount: 5n, max_shares: 6n },
    'withdraw(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  [
    'spectra/withdraw_ibt',
    { principal_token: account1, ibt: account2, amount: 5n, max_shares: 6n },
    'withdrawIBT(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  [
    'spectra/withdraw_ibt_any',
    { principal_token: account1, ibt: account2, amount: 5n },
    'withdrawIBT(uint256,address,address)',
    [5n, self, self],
  ],
  [
    'spectra/claim_yield',
    { principal_token: account1, asset: account2, minimum: 5n },
    'claimYield(address,uint256)',
    [self, 5n],
  ],
  ['spectra/update_yield', { principal_token: account1 }, 'updateYield(address)', [self]],
  [
    'spectra/wrap',
    { wrapper: account1, share: account2, amount: 5n },
    'wrap(uint256,address)',
    [5n, self],
  ],
  [
    'spectra/unwrap',
    { wrapper: account1, amount: 5n },
    'unwrap(uint256,address,address)',
    [5n, self, self],
  ],
  ['spectra/burn', { yield_token: account1, amount: 5n }, 'burn(uint256)', [5n]],
  [
    'spectra/exchange',
    {
      pool: account1,
      token_in: account2,
      token_out: account3,
      index_in: 1n,
      index_out: 1n,
      amount: 7n,
      minimum: 8n,
    },
    'exchange(uint256,uint256,uint256,uint256)',
    [1n, 1n, 7n, 8n],
  ],
  [
    'spectra/add_liquidity',
    {
      pool: account1,
      token0: account2,
      token1: account3,
      lp_token: account4,
      amount0: 5n,
      amount1: 6n,
      minimum: 7n,
    },
    'add_liquidity(uint256[2],uint256)',
    [[5n, 6n], 7n],
  ],
  [
    'spectra/remove_liquidity',
    {
      pool: account1,
      token0: account2,
      token1: account3,
      lp_token: account4,
      amount: 5n,
      minimum0: 6n,
      minimum1: 7n,
    },
    'remove_liquidity(uint256,uint256[2])',
    [5n, [6n, 7n]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { principal_token: account1, asset: account2, amount: 2n ** 256n, minimum: 6n }
  expect(() => callOfAction('spectra/deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
