import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'

test.each<ActionCase>([
  [
    'valantis/swap',
    {
      pool: account1,
      token_in: account2,
      token_out: account3,
      zero_to_one: true,
      amount: 5n,
      minimum: 6n,
      deadline: 7n,
      external_context: '0xabcdef',
      verifier_context: '0xabcdef',
      callback_context: '0xabcdef',
      fee_context: '0xabcdef',
    },
    'swap((bool,bool,uint256,uint256,uint256,address,address,(bytes,bytes,bytes,bytes)))',
    [[false, true, 5n, 6n, 7n, self, account3, ['0xabcdef', '0xabcdef', '0xabcdef', '0xabcdef']]],
  ],
  [
    'valantis/swap_universal',
    {
      pool: account1,
      token_in: account2,
      token_out: account3,
      zero_to_one: true,
      limit_tick: 5n,
      amount: 6n,
      minimum: 7n,
      deadline: 8n,
      callback_context: '0xabcdef',
      fee_context: '0xabcdef',
      context_ids: [1n],
      external_context: ['0xab'],
    },
    'swap((bool,bool,int24,address,uint256,uint256,uint256,bytes,bytes,uint8[],bytes[]))',
    [[true, false, 5n, self, 6n, 7n, 8n, '0xabcdef', '0xabcdef', [1n], ['0xab']]],
  ],
  [
    'valantis/deposit',
    { vault: account1, token: account2, amount: 5n, minimum: 6n, deadline: 7n },
    'deposit(uint256,uint256,uint256,address)',
    [5n, 6n, 7n, self],
  ],
  [
    'valantis/withdraw',
    {
      vault: account1,
      token0: account2,
      token1: account3,
      shares: 5n,
      minimum0: 6n,
      minimum1: 7n,
      deadline: 8n,
      unwrap: true,
      instant: true,
    },
    'withdraw(uint256,uint256,uint256,uint256,address,bool,bool)',
    [5n, 6n, 7n, 8n, self, true, true],
  ],
  ['valantis/claim', { withdrawals: account1, request_id: 5n }, 'claim(uint256)', [5n]],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    pool: account1,
    token_in: account2,
    token_out: account3,
    zero_to_one: true,
    amount: 2n ** 256n,
    minimum: 6n,
    deadline: 7n,
    external_context: '0xabcdef',
    verifier_context: '0xabcdef',
    callback_context: '0xabcdef',
    fee_context: '0xabcdef',
  }
  expect(() => callOfAction('valantis/swap', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
