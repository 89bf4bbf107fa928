import { actionOf, encodeAction } from '@vaultwright/protocols'
import fc from 'fast-check'
import { encodeFunctionData, encodePacked, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { encodePath, UnevenPathError } from './swap-action.ts'

const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const manager = '0x227975088C28DBBb4b421c6d96781a53578f19a8'
const router = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const positions = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const wbtc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const place = { self, manager } as const

const abi = parseAbi([
  'struct Increase { uint256 tokenId; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function increaseLiquidity(Increase params)',
  'function decreaseLiquidity(Decrease params)',
  'function collect(Collect params)',
  'function burn(uint256 tokenId)',
  'function mint(Mint params)',
])
const router01 = parseAbi([
  'struct Swap { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Swap params)',
])
const router02 = parseAbi([
  'struct Swap { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Swap params)',
])

const sold = { router, token_in: usdc, token_out: weth, amount: 5_000_000n, minimum: 7n, ...place }
const oneHop = encodePacked(['address', 'uint24', 'address'], [usdc, 500, weth])
const twoHops = encodePacked(
  ['address', 'uint24', 'address', 'uint24', 'address'],
  [usdc, 100, wbtc, 3000, weth],
)
const through = { ...sold, via: [wbtc], fee: 100n, next_fees: [3000n] }
const swap = { recipient: self, amountIn: 5_000_000n, amountOutMinimum: 7n } as const

test.each([
  ['swap', { ...sold, fee: 500n, deadline: 9n }, { path: oneHop, deadline: 9n }],
  ['swap_through', { ...through, deadline: 9n }, { path: twoHops, deadline: 9n }],
])('default: %s encodes its path', (name, values, changed) => {
  const args = [{ ...swap, ...changed }] as const
  expect(encodeAction(actionOf(`uniswap_v3/${name}`)!, values)).toBe(
    encodeFunctionData({ abi: router01, args }),
  )
})

test.each([
  ['swap_02', { ...sold, fee: 500n }, oneHop],
  ['swap_through_02', through, twoHops],
])('default: %s has no deadline', (name, values, path) => {
  expect(encodeAction(actionOf(`uniswap_v3/${name}`)!, values)).toBe(
    encodeFunctionData({ abi: router02, args: [{ ...swap, path }] }),
  )
})

const held = { position_manager: positions, token_id: 77n, ...place }
const paid = { amount0: 1n, amount1: 2n, minimum0: 3n, minimum1: 4n, deadline: 5n }

test('default: positions', () => {
  const of = (name: string, values: Parameters<typeof encodeAction>[1]) =>
    encodeAction(actionOf(`uniswap_v3/${name}`)!, values)
  const opened = { token0: wbtc, token1: weth, fee: 3000n, tick_lower: -60n, tick_upper: 120n }
  expect(of('mint', { ...held, ...opened, ...paid })).toBe(
    encodeFunctionData({
      abi,
      functionName: 'mint',
      args: [
        {
          token0: wbtc,
          token1: weth,
          fee: 3000,
          tickLower: -60,
          tickUpper: 120,
          amount0Desired: 1n,
          amount1Desired: 2n,
          amount0Min: 3n,
          amount1Min: 4n,
          recipient: self,
          deadline: 5n,
        },
      ],
    }),
  )
  expect(of('increase_liquidity', { ...held, token0: wbtc, token1: weth, ...paid })).toBe(
    encodeFunctionData({
      abi,
      functionName: 'increaseLiquidity',
      args: [
        {
          tokenId: 77n,
          amount0Desired: 1n,
          amount1Desired: 2n,
          amount0Min: 3n,
          amount1Min: 4n,
          deadline: 5n,
        },
      ],
    }),
  )
  const share = { liquidity: 1001n, share_bps: 5000n, token0: wbtc, token1: weth }
  expect(of('decrease_liquidity', { ...held, ...share, ...paid })).toBe(
    encodeFunctionData({
      abi,
      functionName: 'decreaseLiquidity',
      args: [{ tokenId: 77n, liquidity: 500n, amount0Min: 3n, amount1Min: 4n, deadline: 5n }],
    }),
  )
  const most = 2n ** 128n - 1n
  expect(of('collect', held)).toBe(
    encodeFunctionData({
      abi,
      functionName: 'collect',
      args: [{ tokenId: 77n, recipient: self, amount0Max: most, amount1Max: most }],
    }),
  )
  expect(of('burn', held)).toBe(encodeFunctionData({ abi, functionName: 'burn', args: [77n] }))
})

test('behavior: what is left out of a decrease is asked of the position', () => {
  const { liquidity, token1 } = actionOf('uniswap_v3/decrease_liquidity')!.parameters
  expect(liquidity?.kind === 'integer' && liquidity.quote?.(held)).toMatchObject({
    to: positions,
    call: 'positions(uint256).liquidity',
    arguments: [77n],
  })
  expect(token1?.kind === 'token' && token1.quote?.(held).call).toBe('positions(uint256).token1')
})

test('behavior: a path is what independent packing makes of it', () => {
  const drawn = fc.array(fc.record({ fee: fc.integer({ min: 0, max: 0xffffff }), to: fc.nat() }), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(drawn, (steps) => {
      const accounts = steps.map(({ to }) => `0x${to.toString(16).padStart(40, '0')}` as const)
      const packed = encodePacked(['address', ...steps.flatMap(() => ['uint24', 'address'])], [
        usdc,
        ...steps.flatMap(({ fee }, at) => [fee, accounts[at]]),
      ] as never)
      const fees = steps.map(({ fee }) => BigInt(fee))
      expect(encodePath({ tokens: [usdc, ...accounts], fees })).toBe(packed)
    }),
  )
})

test('error: UnevenPathError', () => {
  expect(() =>
    encodeAction(actionOf('uniswap_v3/swap_through')!, {
      ...through,
      next_fees: [3000n, 500n],
      deadline: 9n,
    }),
  ).toThrow(UnevenPathError)
  expect(() => encodePath({ tokens: [usdc], fees: [] })).toThrow(
    expect.objectContaining({ code: 'uneven_path', facts: { tokens: 1, fees: 0 } }),
  )
})
