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
    'uniswap_v2/swap',
    {
      router: account1,
      token_in: account2,
      token_out: account3,
      amount: 5n,
      minimum: 6n,
      deadline: 7n,
    },
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    [5n, 6n, [account2, account3], self, 7n],
  ],
  [
    'uniswap_v2/swap_exact_out',
    {
      router: account1,
      token_in: account2,
      token_out: account3,
      bought: 5n,
      amount: 6n,
      deadline: 7n,
    },
    'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
    [5n, 6n, [account2, account3], self, 7n],
  ],
  [
    'uniswap_v2/swap_native',
    {
      router: account1,
      token_in: account2,
      token_out: account3,
      amount: 5n,
      minimum: 6n,
      deadline: 7n,
    },
    'swapExactETHForTokens(uint256,address[],address,uint256)',
    [6n, [account2, account3], self, 7n],
  ],
  [
    'uniswap_v2/swap_native_exact_out',
    {
      router: account1,
      token_in: account2,
      token_out: account3,
      bought: 5n,
      amount: 6n,
      deadline: 7n,
    },
    'swapETHForExactTokens(uint256,address[],address,uint256)',
    [5n, [account2, account3], self, 7n],
  ],
  [
    'uniswap_v2/swap_for_native',
    {
      router: account1,
      token_in: account2,
      token_out: account3,
      amount: 5n,
      minimum: 6n,
      deadline: 7n,
    },
    'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
    [5n, 6n, [account2, account3], self, 7n],
  ],
  [
    'uniswap_v2/swap_for_native_exact_out',
    {
      router: account1,
      token_in: account2,
      token_out: account3,
      bought: 5n,
      amount: 6n,
      deadline: 7n,
    },
    'swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
    [5n, 6n, [account2, account3], self, 7n],
  ],
  [
    'uniswap_v2/add_liquidity',
    {
      router: account1,
      token_a: account2,
      token_b: account3,
      amount_a: 5n,
      amount_b: 6n,
      minimum_a: 7n,
      minimum_b: 8n,
      deadline: 9n,
    },
    'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
    [account2, account3, 5n, 6n, 7n, 8n, self, 9n],
  ],
  [
    'uniswap_v2/remove_liquidity',
    {
      router: account1,
      token_a: account2,
      token_b: account3,
      pool: account4,
      amount: 5n,
      minimum_a: 6n,
      minimum_b: 7n,
      deadline: 8n,
    },
    'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
    [account2, account3, 5n, 6n, 7n, self, 8n],
  ],
  [
    'uniswap_v2/add_liquidity_native',
    {
      router: account1,
      token: account2,
      amount: 5n,
      value: 6n,
      minimum: 7n,
      minimum_native: 8n,
      deadline: 9n,
    },
    'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
    [account2, 5n, 7n, 8n, self, 9n],
  ],
  [
    'uniswap_v2/remove_liquidity_native',
    {
      router: account1,
      token: account2,
      pool: account3,
      amount: 5n,
      minimum: 6n,
      minimum_native: 7n,
      deadline: 8n,
    },
    'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
    [account2, 5n, 6n, 7n, self, 8n],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    router: account1,
    token_in: account2,
    token_out: account3,
    amount: 2n ** 256n,
    minimum: 6n,
    deadline: 7n,
  }
  expect(() => callOfAction('uniswap_v2/swap', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
