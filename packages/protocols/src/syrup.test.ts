import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const router = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const pool = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const word = `0x${'11'.repeat(32)}` as const

test.each<ActionCase>([
  [
    'syrup/deposit',
    { router, asset: usdc, amount: 5n, deposit_data: word },
    'deposit(uint256,bytes32)',
    [5n, word],
  ],
  ['syrup/request_redeem', { pool, shares: 5n }, 'requestRedeem(uint256,address)', [5n, self]],
  ['syrup/remove_shares', { pool, shares: 5n }, 'removeShares(uint256,address)', [5n, self]],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { pool, shares: 2n ** 256n }
  expect(() => callOfAction('syrup/request_redeem', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
