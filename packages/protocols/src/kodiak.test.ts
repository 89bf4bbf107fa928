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
const account4 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'

test.each<ActionCase>([
  [
    'kodiak/add_liquidity',
    {
      router: account1,
      island: account2,
      token0: account3,
      token1: account4,
      amount0: 5n,
      amount1: 6n,
      minimum0: 7n,
      minimum1: 8n,
      minimum_shares: 9n,
    },
    'addLiquidity(address,uint256,uint256,uint256,uint256,uint256,address)',
    [account2, 5n, 6n, 7n, 8n, 9n, self],
  ],
  [
    'kodiak/add_liquidity_native',
    {
      router: account1,
      island: account2,
      token0: account3,
      token1: account4,
      amount0: 5n,
      amount1: 6n,
      minimum0: 7n,
      minimum1: 8n,
      minimum_shares: 9n,
      value: 10n,
    },
    'addLiquidityNative(address,uint256,uint256,uint256,uint256,uint256,address)',
    [account2, 5n, 6n, 7n, 8n, 9n, self],
  ],
  [
    'kodiak/remove_liquidity',
    {
      router: account1,
      island: account2,
      token0: account3,
      token1: account4,
      shares: 5n,
      minimum0: 6n,
      minimum1: 7n,
    },
    'removeLiquidity(address,uint256,uint256,uint256,address)',
    [account2, 5n, 6n, 7n, self],
  ],
  [
    'kodiak/remove_liquidity_native',
    {
      router: account1,
      island: account2,
      token0: account3,
      token1: account4,
      shares: 5n,
      minimum0: 6n,
      minimum1: 7n,
    },
    'removeLiquidityNative(address,uint256,uint256,uint256,address)',
    [account2, 5n, 6n, 7n, self],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    router: account1,
    island: account2,
    token0: account3,
    token1: account4,
    amount0: 2n ** 256n,
    amount1: 6n,
    minimum0: 7n,
    minimum1: 8n,
    minimum_shares: 9n,
  }
  expect(() => callOfAction('kodiak/add_liquidity', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
