import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  ['btc_b/deposit', { btc: account1, token: account2, amount: 5n }, 'deposit(uint256)', [5n]],
  ['btc_b/redeem', { btc: account1, amount: 5n }, 'redeem(uint256)', [5n]],
  [
    'btc_b/mint',
    { btc: account1, payload: '0xabcdef', proof: '0xabcdef' },
    'mint(bytes,bytes)',
    ['0xabcdef', '0xabcdef'],
  ],
  [
    'btc_b/mint_v1',
    { btc: account1, payload: '0xabcdef', proof: '0xabcdef' },
    'mintV1(bytes,bytes)',
    ['0xabcdef', '0xabcdef'],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { btc: account1, token: account2, amount: 2n ** 256n }
  expect(() => callOfAction('btc_b/deposit', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
