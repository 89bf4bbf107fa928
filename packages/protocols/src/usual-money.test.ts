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
  ['usual_money/mint', { usd0_pp: account1, usd0: account2, amount: 5n }, 'mint(uint256)', [5n]],
  ['usual_money/unwrap', { usd0_pp: account1 }, 'unwrap()', []],
  [
    'usual_money/unlock_floor',
    { usd0_pp: account1, amount: 5n },
    'unlockUsd0ppFloorPrice(uint256)',
    [5n],
  ],
  [
    'usual_money/deposit_usdc',
    { engine: account1, usdc: account2, amount: 5n },
    'depositUSDC(uint256)',
    [5n],
  ],
  ['usual_money/withdraw_usdc', { engine: account1, order_id: 5n }, 'withdrawUSDC(uint256)', [5n]],
  [
    'usual_money/take_usdc',
    {
      engine: account1,
      usdc: account2,
      usd0: account3,
      amount: 5n,
      max_usd0: 6n,
      order_ids: [7n, 8n],
      partial: true,
    },
    'provideUsd0ReceiveUSDC(address,uint256,uint256[],bool)',
    [self, 5n, [7n, 8n], true],
  ],
  [
    'usual_money/swap_usd0',
    { engine: account1, usd0: account2, amount: 5n, order_ids: [6n, 7n], partial: true },
    'swapUsd0(address,uint256,uint256[],bool)',
    [self, 5n, [6n, 7n], true],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = { usd0_pp: account1, usd0: account2, amount: 2n ** 256n }
  expect(() => callOfAction('usual_money/mint', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
