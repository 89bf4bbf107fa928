import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const account5 = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'

test.each<ActionCase>([
  [
    'derive/bridge_back',
    {
      bridge: account1,
      token: account2,
      recipient: account3,
      amount: 5n,
      gas_limit: 6n,
      connector: account4,
      fee: 7n,
    },
    'bridge(address,uint256,uint256,address,bytes,bytes)',
    [account3, 5n, 6n, account4, '0x', '0x'],
  ],
  [
    'derive/retry',
    { bridge: account1, connector: account2, message_id: word },
    'retry(address,bytes32)',
    [account2, word],
  ],
  [
    'derive/withdraw_from_app_chain',
    {
      controller: account1,
      token: account2,
      recipient: account3,
      amount: 5n,
      gas_limit: 6n,
      connector: account4,
      fee: 7n,
    },
    'withdrawFromAppChain(address,uint256,uint256,address)',
    [account3, 5n, 6n, account4],
  ],
  [
    'derive/withdraw_to_chain',
    {
      helper: account1,
      token: account2,
      recipient: account3,
      amount: 5n,
      controller: account4,
      connector: account5,
      gas_limit: 6n,
    },
    'withdrawToChain(address,uint256,address,address,address,uint256)',
    [account2, 5n, account3, account4, account5, 6n],
  ],
  [
    'derive/redeem',
    { staked: account1, amount: 5n, duration: 6n },
    'redeem(uint256,uint256)',
    [5n, 6n],
  ],
  ['derive/cancel_redeem', { staked: account1, index: 5n }, 'cancelRedeem(uint256)', [5n]],
  ['derive/finalize_redeem', { staked: account1, index: 5n }, 'finalizeRedeem(uint256)', [5n]],
  ['derive/claim_all', { distributor: account1 }, 'claimAll()', []],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    bridge: account1,
    token: account2,
    recipient: account3,
    amount: 2n ** 256n,
    gas_limit: 6n,
    connector: account4,
    fee: 7n,
  }
  expect(() => callOfAction('derive/bridge_back', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
