import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'

test.each<ActionCase>([
  [
    'atomic_queue/update_request',
    { queue: account1, offer: account2, want: account3, amount: 5n, price: 6n, deadline: 7n },
    'updateAtomicRequest(address,address,(uint64,uint88,uint96,bool))',
    [account2, account3, [7n, 6n, 5n, false]],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    queue: account1,
    offer: account2,
    want: account3,
    amount: 2n ** 256n,
    price: 6n,
    deadline: 7n,
  }
  expect(() => callOfAction('atomic_queue/update_request', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
