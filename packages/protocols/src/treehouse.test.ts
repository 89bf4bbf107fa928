import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const router = '0xeFA3fa8e85D2b3CfdB250CdeA156c2c6C90628F5'
const redemption = '0x0618DBdb3Be798346e6D9C08c3c84658f94aD09F'
const asset = '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'

test.each<ActionCase>([
  ['treehouse/deposit', { router, asset, amount: 5n }, 'deposit(address,uint256)', [asset, 5n]],
  ['treehouse/redeem', { redemption, t_asset: asset, shares: 5n }, 'redeem(uint96)', [5n]],
  ['treehouse/finalize_redeem', { redemption, index: 5n }, 'finalizeRedeem(uint256)', [5n]],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for more than the redemption counts', () => {
  const input = { redemption, t_asset: asset, shares: 2n ** 96n }
  expect(() => callOfAction('treehouse/redeem', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
