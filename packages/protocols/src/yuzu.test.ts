import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  [
    'yuzu/initiate_redeem',
    { vault: account1, shares: 5n },
    'initiateRedeem(uint256,address,address)',
    [5n, self, self],
  ],
  [
    'yuzu/initiate_redeem_with_least',
    { vault: account1, asset: account2, shares: 5n, minimum: 6n },
    'initiateRedeemWithSlippage(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  ['yuzu/finalize_redeem', { vault: account1, order_id: 5n }, 'finalizeRedeem(uint256)', [5n]],
  [
    'yuzu/create_order',
    { vault: account1, shares: 5n },
    'createRedeemOrder(uint256,address,address)',
    [5n, self, self],
  ],
  ['yuzu/finalize_order', { vault: account1, order_id: 5n }, 'finalizeRedeemOrder(uint256)', [5n]],
  ['yuzu/cancel_order', { vault: account1, order_id: 5n }, 'cancelRedeemOrder(uint256)', [5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { vault: account1, shares: 2n ** 256n }
  expect(() => callOfAction('yuzu/initiate_redeem', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
