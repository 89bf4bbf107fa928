import {
  type ActionInputValues,
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  encodeAction,
} from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Mint { address token0; address token1; int24 tickSpacing; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; uint160 sqrtPriceX96; }',
  'function mint(Mint params)',
  'function deposit(uint256 tokenId)',
  'function withdraw(uint256 tokenId)',
  'function addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  'function removeLiquidity(address tokenA, address tokenB, bool stable, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
])
const reward = parseAbi(['function getReward(uint256 tokenId)'])
const rewards = parseAbi(['function getReward(address account)'])
const self = '0xaA6D4Fb1FF961f8E52334f433974d40484e8be8F'
const gauge = '0x2A1f7bf46bd975b5004b61c6040597E1B6117040'
const position_manager = '0x827922686190790b37229fd06084350E74485b72'
const weth = '0x4200000000000000000000000000000000000006'
const wsteth = '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452'
const values: ActionInputValues = {
  gauge,
  position_manager,
  router: gauge,
  pool: gauge,
  token0: weth,
  token1: wsteth,
  tick_spacing: 1n,
  tick_lower: -10n,
  tick_upper: 10n,
  token_id: 77n,
  stable: true,
  token_a: wsteth,
  token_b: weth,
  amount_a: 1n,
  amount_b: 2n,
  minimum_a: 3n,
  minimum_b: 4n,
  amount0: 1n,
  amount1: 2n,
  minimum0: 3n,
  minimum1: 4n,
  amount: 5n,
  deadline: 99n,
  self,
  manager: self,
}
const dataOf = (route: string) => encodeAction(actionOf(`velodrome/${route}`)!, values)
const minted = {
  token0: weth,
  token1: wsteth,
  tickSpacing: 1,
  tickLower: -10,
  tickUpper: 10,
  amount0Desired: 1n,
  amount1Desired: 2n,
  amount0Min: 3n,
  amount1Min: 4n,
  recipient: self,
  deadline: 99n,
  sqrtPriceX96: 0n,
} as const

test.each([
  ['mint', 'mint', [minted]],
  ['stake', 'deposit', [77n]],
  ['unstake', 'withdraw', [77n]],
  ['add_liquidity', 'addLiquidity', [wsteth, weth, true, 1n, 2n, 3n, 4n, self, 99n]],
  ['remove_liquidity', 'removeLiquidity', [wsteth, weth, true, 5n, 3n, 4n, self, 99n]],
] as const)('default: %s', (route, functionName, args) => {
  expect(dataOf(route)).toBe(encodeFunctionData({ abi, functionName, args: args as never }))
})

test('default: emissions of a position, and of all', () => {
  expect(dataOf('claim')).toBe(encodeFunctionData({ abi: reward, args: [77n] }))
  expect(dataOf('claim_all')).toBe(encodeFunctionData({ abi: rewards, args: [self] }))
})

test('behavior: a position is approved at the position manager before it is staked', () => {
  const [approval] = approvalsOf(actionOf('velodrome/stake')!, { gauge, position_manager })
  const actor = { self, manager: self, decoder: self, drone: null } as const
  expect(approvalLeavesOf(approval!, actor)).toMatchObject([
    { target: position_manager, signature: 'approve(address,uint256)', arguments: [gauge] },
  ])
})

test('error: UnencodableError for a tick spacing that is none', () => {
  expect(() =>
    encodeAction(actionOf('velodrome/mint')!, { ...values, tick_spacing: 2n ** 23n }),
  ).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
