import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'

test.each<ActionCase>([
  [
    'eigen_layer/complete_legacy_withdrawal',
    {
      delegation_manager: account1,
      strategy: account2,
      token: account3,
      operator: account4,
      shares: 5n,
      nonce: 6n,
      start_block: 7n,
      times_index: 8n,
    },
    'completeQueuedWithdrawals((address,address,address,uint256,uint32,address[],uint256[])[],address[][],uint256[],bool[])',
    [[[self, account4, self, 6n, 7n, [account2], [5n]]], [[account3]], [8n], [true]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    delegation_manager: account1,
    strategy: account2,
    token: account3,
    operator: account4,
    shares: 2n ** 256n,
    nonce: 6n,
    start_block: 7n,
    times_index: 8n,
  }
  expect(() => callOfAction('eigen_layer/complete_legacy_withdrawal', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
