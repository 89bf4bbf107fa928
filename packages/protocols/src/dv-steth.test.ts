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
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const account9 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const account10 = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'

test.each<ActionCase>([
  [
    'dv_steth/deposit_wrapped',
    { wrapper: account1, token: account2, vault: account3, referral: account4, amount: 5n },
    'deposit(address,uint256,address,address,address)',
    [account2, 5n, account3, self, account4],
  ],
  [
    'dv_steth/request_withdrawal',
    {
      vault: account1,
      tokens: [account9, account10],
      shares: 5n,
      minimums: [6n, 7n],
      deadline: 8n,
      request_deadline: 9n,
      close_previous: true,
    },
    'registerWithdrawal(address,uint256,uint256[],uint256,uint256,bool)',
    [self, 5n, [6n, 7n], 8n, 9n, true],
  ],
  ['dv_steth/cancel_withdrawal', { vault: account1 }, 'cancelWithdrawalRequest()', []],
  [
    'dv_steth/emergency_withdraw',
    { vault: account1, tokens: [account9, account10], minimums: [5n, 6n], deadline: 7n },
    'emergencyWithdraw(uint256[],uint256)',
    [[5n, 6n], 7n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    wrapper: account1,
    token: account2,
    vault: account3,
    referral: account4,
    amount: 2n ** 256n,
  }
  expect(() => callOfAction('dv_steth/deposit_wrapped', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
