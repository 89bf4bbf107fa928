import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const comet = '0xc3d688B66703497DAA19211EEdff47f25384cdc3'
const rewards = '0x1B0e765F6224C21223AeA2af16c1C46E38885a40'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const max = 2n ** 256n - 1n

test.each<ActionCase>([
  [
    'compound_v3/supply',
    { comet, asset: usdc, amount: max },
    'supply(address,uint256)',
    [usdc, max],
  ],
  [
    'compound_v3/withdraw',
    { comet, asset: usdc, amount: 5n },
    'withdraw(address,uint256)',
    [usdc, 5n],
  ],
  [
    'compound_v3/claim',
    { comet_rewards: rewards, comet, accrue: true },
    'claim(address,address,bool)',
    [comet, self, true],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const values = { comet, asset: usdc, amount: max + 1n }
  expect(() => callOfAction('compound_v3/supply', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
