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
    'ether_fi/deposit_token',
    { liquifier: account1, token: account2, referral: account3, amount: 5n },
    'depositWithERC20(address,uint256,address)',
    [account2, 5n, account3],
  ],
  [
    'ether_fi/request_priority',
    { queue: account1, e_eth: account2, amount: 5n, minimum: 6n },
    'requestWithdraw(uint96,uint96)',
    [5n, 6n],
  ],
  [
    'ether_fi/request_priority_wrapped',
    { queue: account1, we_eth: account2, amount: 5n, minimum: 6n },
    'requestWithdrawWithWeETH(uint96,uint96)',
    [5n, 6n],
  ],
  [
    'ether_fi/cancel_priority',
    { queue: account1, amount: 5n, shares: 6n, minimum: 7n, nonce: 8n, creation_time: 9n },
    'cancelWithdraw((address,uint96,uint96,uint96,uint32,uint32))',
    [[self, 5n, 6n, 7n, 8n, 9n]],
  ],
  [
    'ether_fi/claim_priority',
    { queue: account1, amount: 5n, shares: 6n, minimum: 7n, nonce: 8n, creation_time: 9n },
    'claimWithdraw((address,uint96,uint96,uint96,uint32,uint32))',
    [[self, 5n, 6n, 7n, 8n, 9n]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { liquifier: account1, token: account2, referral: account3, amount: 2n ** 256n }
  expect(() => callOfAction('ether_fi/deposit_token', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
