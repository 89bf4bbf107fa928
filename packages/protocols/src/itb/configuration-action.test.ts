import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  [
    'itb/update_reserve_config',
    { position: account1, main: account2 },
    'updatePositionConfig(address)',
    [account2],
  ],
  [
    'itb/update_syrup_config',
    { position: account1, router: account2, deposit_data: word },
    'updatePositionConfig(address,bytes32)',
    [account2, word],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})
