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
    'resolv/request_mint',
    { requests: account1, token: account2, minted: account3, amount: 5n, minimum: 6n },
    'requestMint(address,uint256,uint256)',
    [account2, 5n, 6n],
  ],
  [
    'resolv/request_burn',
    { requests: account1, burnt: account2, token: account3, amount: 5n, minimum: 6n },
    'requestBurn(uint256,address,uint256)',
    [5n, account3, 6n],
  ],
  ['resolv/cancel_mint', { requests: account1, request_id: 5n }, 'cancelMint(uint256)', [5n]],
  ['resolv/cancel_burn', { requests: account1, request_id: 5n }, 'cancelBurn(uint256)', [5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    requests: account1,
    token: account2,
    minted: account3,
    amount: 2n ** 256n,
    minimum: 6n,
  }
  expect(() => callOfAction('resolv/request_mint', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
