import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'

test.each<ActionCase>([
  [
    'mf_one/deposit_instant',
    {
      deposits: account1,
      token_in: account2,
      m_token: account3,
      amount: 5n,
      pulled: 6n,
      minimum: 7n,
      referrer: word,
    },
    'depositInstant(address,uint256,uint256,bytes32)',
    [account2, 5n, 7n, word],
  ],
  [
    'mf_one/deposit_request',
    { deposits: account1, token_in: account2, amount: 5n, pulled: 6n, referrer: word },
    'depositRequest(address,uint256,bytes32)',
    [account2, 5n, word],
  ],
  [
    'mf_one/redeem_instant',
    { redemptions: account1, token_out: account2, m_token: account3, amount: 5n, minimum: 6n },
    'redeemInstant(address,uint256,uint256)',
    [account2, 5n, 6n],
  ],
  [
    'mf_one/redeem_request',
    { redemptions: account1, token_out: account2, m_token: account3, amount: 5n },
    'redeemRequest(address,uint256)',
    [account2, 5n],
  ],
  [
    'mf_one/redeem_fiat',
    { redemptions: account1, m_token: account2, amount: 5n },
    'redeemFiatRequest(uint256)',
    [5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    deposits: account1,
    token_in: account2,
    m_token: account3,
    amount: 2n ** 256n,
    pulled: 6n,
    minimum: 7n,
    referrer: word,
  }
  expect(() => callOfAction('mf_one/deposit_instant', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
