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
    'hyper_lend/claim',
    { distributor: account1, claims: [[account1, 7n, [word]]] },
    'claim((address,uint256,bytes32[])[])',
    [[[account1, 7n, [word]]]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})
