import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test.each<ActionCase>([
  [
    'symbiotic/issue_debt',
    { collateral: account1, amount: 5n },
    'issueDebt(address,uint256)',
    [self, 5n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { collateral: account1, amount: 2n ** 256n }
  expect(() => callOfAction('symbiotic/issue_debt', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
