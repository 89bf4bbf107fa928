import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test.each<ActionCase>([
  [
    'elixir/claim',
    { distributor: account1, amount: 5n, proof: [word], signature: '0xabcdef' },
    'claim(uint256,bytes32[],bytes)',
    [5n, [word], '0xabcdef'],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { distributor: account1, amount: 2n ** 256n, proof: [word], signature: '0xabcdef' }
  expect(() => callOfAction('elixir/claim', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
