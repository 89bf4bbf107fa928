import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  [
    'vault_base/withdraw_non_boring_token',
    { holder: account1, token: account2, amount: 5n },
    'withdrawNonBoringToken(address,uint256)',
    [account2, 5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { holder: account1, token: account2, amount: 2n ** 256n }
  expect(() => callOfAction('vault_base/withdraw_non_boring_token', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
