import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test.each<ActionCase>([
  [
    'flare/claim_rewards',
    { r_flr: account1, project_ids: [5n, 6n], month: 7n },
    'claimRewards(uint256[],uint256)',
    [[5n, 6n], 7n],
  ],
  [
    'flare/withdraw',
    { r_flr: account1, amount: 5n, wrap: true },
    'withdraw(uint128,bool)',
    [5n, true],
  ],
  ['flare/withdraw_all', { r_flr: account1, wrap: true }, 'withdrawAll(bool)', [true]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { r_flr: account1, project_ids: [5n, 6n], month: 2n ** 256n }
  expect(() => callOfAction('flare/claim_rewards', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
