import {
  type ActionInputValues,
  actionOf,
  encodeAction,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { encodeFunctionData, encodePacked, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'struct Swap { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function mint(Mint params)',
  'function decreaseLiquidity(Decrease params)',
  'function exactInput(Swap params)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function withdraw(uint256 tokenId, address to)',
  'function harvest(uint256 tokenId, address to)',
])
const until = parseAbi([
  'struct Swap { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Swap params)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const master_chef = '0x556B9306565093C855AEA9AE92A594704c2Cd59e'
const position_manager = '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364'
const router = '0x13f4EA83D0bd40E75C8222255bc855a974568Dd4'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const weeth = '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'
const values: ActionInputValues = {
  router,
  position_manager,
  master_chef,
  token0: weth,
  token1: weeth,
  token_id: 77n,
  token_in: weth,
  token_out: weeth,
  fee: 500n,
  amount: 5n,
  minimum: 4n,
  deadline: 99n,
  amount0: 1n,
  amount1: 2n,
  minimum0: 3n,
  minimum1: 4n,
  tick_lower: -10n,
  tick_upper: 10n,
  liquidity: 1000n,
  share_bps: 10_000n,
  self,
  manager: self,
}
const dataOf = (route: string) => encodeAction(actionOf(`pancake_swap_v3/${route}`)!, values)
const path = encodePacked(['address', 'uint24', 'address'], [weth, 500, weeth])
const swap = { path, recipient: self, amountIn: 5n, amountOutMinimum: 4n } as const
const minted = {
  token0: weth,
  token1: weeth,
  fee: 500,
  tickLower: -10,
  tickUpper: 10,
  amount0Desired: 1n,
  amount1Desired: 2n,
  amount0Min: 3n,
  amount1Min: 4n,
  recipient: self,
  deadline: 99n,
} as const
const decreased = {
  tokenId: 77n,
  liquidity: 1000n,
  amount0Min: 3n,
  amount1Min: 4n,
  deadline: 99n,
} as const

test.each([
  ['swap', 'exactInput', [swap]],
  ['mint', 'mint', [minted]],
  ['decrease_liquidity', 'decreaseLiquidity', [decreased]],
  ['decrease_staked_liquidity', 'decreaseLiquidity', [decreased]],
  ['stake', 'safeTransferFrom', [self, master_chef, 77n]],
  ['unstake', 'withdraw', [77n, self]],
  ['harvest', 'harvest', [77n, self]],
] as const)('default: %s', (route, functionName, args) => {
  expect(dataOf(route)).toBe(encodeFunctionData({ abi, functionName, args: args as never }))
})

test('default: a swap may have a deadline', () => {
  const args = [{ ...swap, deadline: 99n }] as const
  expect(dataOf('swap_until')).toBe(encodeFunctionData({ abi: until, args }))
})

test('behavior: leaves of staked positions name the MasterChef as owner, the vault as user', () => {
  const slotsOf = (route: string) =>
    patternsOf(actionOf(`pancake_swap_v3/${route}`)!, ruleBook).map(({ pieces }) =>
      pieces.map((piece) => ('slot' in piece ? piece.slot : piece.constant)),
    )
  const none = '0x0000000000000000000000000000000000000000'
  expect(slotsOf('increase_liquidity')).toEqual([
    [none, 'token0', 'token1', 'self', none],
    [none, 'token0', 'token1'],
  ])
  expect(slotsOf('increase_staked_liquidity')).toEqual([
    [none, 'token0', 'token1', 'master_chef', 'self'],
    [none, 'token0', 'token1'],
  ])
  expect(slotsOf('collect_staked')).toEqual([['self', 'master_chef', 'self'], ['self']])
})

test('behavior: the MasterChef is asked for the liquidity, not for the tokens', () => {
  const { liquidity, token0 } = actionOf('pancake_swap_v3/decrease_staked_liquidity')!.parameters
  expect(liquidity?.kind === 'integer' && liquidity.quote?.(values)).toMatchObject({
    to: master_chef,
    call: 'userPositionInfos(uint256).liquidity',
  })
  expect(token0).not.toHaveProperty('quote')
})

test('error: UnencodableError for a tick out of bounds', () => {
  const beyond = { ...values, tick_upper: 2n ** 23n }
  expect(() => encodeAction(actionOf('pancake_swap_v3/mint')!, beyond)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
