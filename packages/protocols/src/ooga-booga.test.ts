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

test.each<ActionCase>([
  [
    'ooga_booga/swap',
    {
      router: account1,
      token_in: account2,
      token_out: account3,
      executor: account4,
      amount: 5n,
      data: '0xabcdef',
    },
    'swap((address,uint256,address,uint256,uint256,address),bytes,address,uint32)',
    [[account2, 5n, account3, 1n, 1n, self], '0x', account4, 0n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    router: account1,
    token_in: account2,
    token_out: account3,
    executor: account4,
    amount: 2n ** 256n,
    data: '0xabcdef',
  }
  expect(() => callOfAction('ooga_booga/swap', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
