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
  ['swell/stake_eth', { lst: account1, amount: 5n }, 'deposit()', []],
  [
    'swell/request_withdraw',
    { exit: account1, lst: account2, amount: 5n },
    'createWithdrawRequest(uint256)',
    [5n],
  ],
  ['swell/claim_withdraw', { exit: account1, request_id: 5n }, 'finalizeWithdrawal(uint256)', [5n]],
  [
    'swell/unwrap_locked',
    { wrapped: account1, lock_timestamp: 5n, allow_loss: true },
    'withdrawToByLockTimestamp(address,uint256,bool)',
    [self, 5n, true],
  ],
  [
    'swell/unwrap_locks',
    { wrapped: account1, lock_timestamps: [5n, 6n], allow_loss: true },
    'withdrawToByLockTimestamps(address,uint256[],bool)',
    [self, [5n, 6n], true],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { exit: account1, lst: account2, amount: 2n ** 256n }
  expect(() => callOfAction('swell/request_withdraw', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
