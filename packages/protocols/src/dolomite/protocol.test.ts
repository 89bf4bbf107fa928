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

test.each<ActionCase>([
  [
    'dolomite/deposit',
    {
      proxy: account1,
      margin: account2,
      to_account: 5n,
      market_id: 6n,
      token: account3,
      amount: 7n,
    },
    'depositWei(uint256,uint256,uint256)',
    [5n, 6n, 7n],
  ],
  [
    'dolomite/deposit_default',
    { proxy: account1, margin: account2, market_id: 5n, token: account3, amount: 6n },
    'depositWeiIntoDefaultAccount(uint256,uint256)',
    [5n, 6n],
  ],
  [
    'dolomite/deposit_par',
    {
      proxy: account1,
      margin: account2,
      to_account: 5n,
      market_id: 6n,
      token: account3,
      amount: 7n,
    },
    'depositPar(uint256,uint256,uint256)',
    [5n, 6n, 7n],
  ],
  [
    'dolomite/deposit_par_default',
    { proxy: account1, margin: account2, market_id: 5n, token: account3, amount: 6n },
    'depositParIntoDefaultAccount(uint256,uint256)',
    [5n, 6n],
  ],
  [
    'dolomite/deposit_native',
    { proxy: account1, to_account: 5n, amount: 6n },
    'depositETH(uint256)',
    [5n],
  ],
  [
    'dolomite/deposit_native_default',
    { proxy: account1, amount: 5n },
    'depositETHIntoDefaultAccount()',
    [],
  ],
  [
    'dolomite/withdraw',
    {
      proxy: account1,
      from_account: 5n,
      market_id: 6n,
      token: account2,
      amount: 7n,
      balance_check: 1n,
    },
    'withdrawWei(uint256,uint256,uint256,uint8)',
    [5n, 6n, 7n, 1n],
  ],
  [
    'dolomite/withdraw_default',
    { proxy: account1, market_id: 5n, token: account2, amount: 6n, balance_check: 1n },
    'withdrawWeiFromDefaultAccount(uint256,uint256,uint8)',
    [5n, 6n, 1n],
  ],
  [
    'dolomite/withdraw_par',
    {
      proxy: account1,
      from_account: 5n,
      market_id: 6n,
      token: account2,
      amount: 7n,
      balance_check: 1n,
    },
    'withdrawPar(uint256,uint256,uint256,uint8)',
    [5n, 6n, 7n, 1n],
  ],
  [
    'dolomite/withdraw_par_default',
    { proxy: account1, market_id: 5n, token: account2, amount: 6n, balance_check: 1n },
    'withdrawParFromDefaultAccount(uint256,uint256,uint8)',
    [5n, 6n, 1n],
  ],
  [
    'dolomite/withdraw_native',
    { proxy: account1, from_account: 5n, amount: 6n, balance_check: 1n },
    'withdrawETH(uint256,uint256,uint8)',
    [5n, 6n, 1n],
  ],
  [
    'dolomite/withdraw_native_default',
    { proxy: account1, amount: 5n, balance_check: 1n },
    'withdrawETHFromDefaultAccount(uint256,uint8)',
    [5n, 1n],
  ],
  [
    'dolomite/open_borrow',
    {
      proxy: account1,
      from_account: 5n,
      to_account: 6n,
      market_id: 7n,
      token: account2,
      amount: 8n,
      balance_check: 1n,
    },
    'openBorrowPosition(uint256,uint256,uint256,uint256,uint8)',
    [5n, 6n, 7n, 8n, 1n],
  ],
  [
    'dolomite/close_borrow',
    { proxy: account1, borrow_account: 5n, to_account: 6n, market_id: 7n, token: account2 },
    'closeBorrowPosition(uint256,uint256,uint256[])',
    [5n, 6n, [7n]],
  ],
  [
    'dolomite/transfer',
    {
      proxy: account1,
      from_account: 5n,
      to_account: 6n,
      market_id: 7n,
      token: account2,
      amount: 8n,
      balance_check: 1n,
    },
    'transferBetweenAccounts(uint256,uint256,uint256,uint256,uint8)',
    [5n, 6n, 7n, 8n, 1n],
  ],
  [
    'dolomite/repay_all',
    {
      proxy: account1,
      from_account: 5n,
      borrow_account: 6n,
      market_id: 7n,
      token: account2,
      balance_check: 1n,
    },
    'repayAllForBorrowPosition(uint256,uint256,uint256,uint8)',
    [5n, 6n, 7n, 1n],
  ],
  [
    'dolomite/open_borrow_for',
    {
      proxy: account1,
      from_account: 5n,
      owner: account2,
      to_account: 6n,
      market_id: 7n,
      token: account3,
      amount: 8n,
      balance_check: 1n,
    },
    'openBorrowPositionWithDifferentAccounts(address,uint256,address,uint256,uint256,uint256,uint8)',
    [self, 5n, account2, 6n, 7n, 8n, 1n],
  ],
  [
    'dolomite/close_borrow_for',
    {
      proxy: account1,
      borrow_account: 5n,
      owner: account2,
      to_account: 6n,
      market_id: 7n,
      token: account3,
    },
    'closeBorrowPositionWithDifferentAccounts(address,uint256,address,uint256,uint256[])',
    [self, 5n, account2, 6n, [7n]],
  ],
  [
    'dolomite/transfer_to',
    {
      proxy: account1,
      from_account: 5n,
      owner: account2,
      to_account: 6n,
      market_id: 7n,
      token: account3,
      amount: 8n,
      balance_check: 1n,
    },
    'transferBetweenAccountsWithDifferentAccounts(address,uint256,address,uint256,uint256,uint256,uint8)',
    [self, 5n, account2, 6n, 7n, 8n, 1n],
  ],
  [
    'dolomite/repay_all_for',
    {
      proxy: account1,
      from_account: 5n,
      owner: account2,
      borrow_account: 6n,
      market_id: 7n,
      token: account3,
      balance_check: 1n,
    },
    'repayAllForBorrowPositionWithDifferentAccounts(address,uint256,address,uint256,uint256,uint8)',
    [self, 5n, account2, 6n, 7n, 1n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    proxy: account1,
    margin: account2,
    to_account: 2n ** 256n,
    market_id: 6n,
    token: account3,
    amount: 7n,
  }
  expect(() => callOfAction('dolomite/deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
