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
    'bera_eth/deposit_and_wrap',
    { bera_eth: account1, weth: account2, amount: 5n, minimum: 6n },
    'depositAndWrap(address,uint256,uint256)',
    [account2, 5n, 6n],
  ],
  ['bera_eth/unwrap', { bera_eth: account1, amount: 5n }, 'unwrap(uint256)', [5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { bera_eth: account1, weth: account2, amount: 2n ** 256n, minimum: 6n }
  expect(() => callOfAction('bera_eth/deposit_and_wrap', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
