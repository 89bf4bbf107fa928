import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'

test.each<ActionCase>([
  [
    'lido/bridge',
    {
      bridge: account1,
      token: account2,
      remote_token: account3,
      recipient: account4,
      amount: 5n,
      min_gas: 6n,
      extra_data: '0xabcdef',
    },
    'depositERC20To(address,address,address,uint256,uint32,bytes)',
    [account2, account3, account4, 5n, 6n, '0xabcdef'],
  ],
  [
    'lido/bridge_back',
    {
      bridge: account1,
      token: account2,
      recipient: account3,
      amount: 5n,
      min_gas: 6n,
      extra_data: '0xabcdef',
    },
    'withdrawTo(address,address,uint256,uint32,bytes)',
    [account2, account3, 5n, 6n, '0xabcdef'],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    bridge: account1,
    token: account2,
    remote_token: account3,
    recipient: account4,
    amount: 2n ** 256n,
    min_gas: 6n,
    extra_data: '0xabcdef',
  }
  expect(() => callOfAction('lido/bridge', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
