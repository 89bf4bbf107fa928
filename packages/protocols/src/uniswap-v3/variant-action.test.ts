import { encodePacked } from 'viem'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const router = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const position_manager = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const otherPool = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const path = encodePacked(['address', 'uint24', 'address'], [weth, 500, usdc])
const sold = { router, token_in: weth, token_out: usdc, fee: 500n, amount: 9n, minimum: 7n }
const paid = { amount0: 1n, amount1: 2n, minimum0: 3n, minimum1: 4n, deadline: 5n }
const pair = { position_manager, token0: usdc, token1: weth, ...paid }
const opened = { ...pair, fee: 500n, tick_lower: -60n, tick_upper: 120n }
const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256))'
const mint =
  'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))'
const increase = 'increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))'
const minted = [usdc, weth, 500, -60, 120, 1n, 2n, 3n, 4n]

test.each<ActionCase>([
  ['swap_native', { ...sold, deadline: 5n }, exactInput, [[path, self, 5n, 9n, 7n]]],
  [
    'swap_to',
    { ...sold, recipient: otherPool, deadline: 5n },
    exactInput,
    [[path, otherPool, 5n, 9n, 7n]],
  ],
  ['mint_native', { ...opened, value: 2n }, mint, [[...minted, self, 5n]]],
  ['mint_to', { ...opened, owner: otherPool }, mint, [[...minted, otherPool, 5n]]],
  [
    'increase_liquidity_native',
    { ...pair, token_id: 77n, value: 2n },
    increase,
    [[77n, 1n, 2n, 3n, 4n, 5n]],
  ],
  [
    'increase_liquidity_of',
    { ...pair, token_id: 77n, owner: otherPool },
    increase,
    [[77n, 1n, 2n, 3n, 4n, 5n]],
  ],
])('golden: %s is called as viem encodes the interface', (name, values, signature, args) => {
  expect(callOfAction(`uniswap_v3/${name}`, values)).toBe(callOfInterface(signature, args))
})

test('refuses: an amount that no word holds', () => {
  const values = { ...sold, recipient: otherPool, deadline: 5n, amount: 2n ** 256n }
  expect(() => callOfAction('uniswap_v3/swap_to', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
