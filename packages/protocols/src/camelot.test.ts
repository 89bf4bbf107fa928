import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, encodePacked, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const swaps = [
  'struct Swap { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Swap params)',
] as const
const camelot = parseAbi([
  ...swaps,
  'struct Mint { address token0; address token1; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params)',
])
const algebra = parseAbi([
  ...swaps,
  'struct Mint { address token0; address token1; address deployer; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'struct Increase { uint256 tokenId; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'function mint(Mint params)',
  'function increaseLiquidity(Increase params)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const deployer = '0x556B9306565093C855AEA9AE92A594704c2Cd59e'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const weeth = '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'
const values: ActionInputValues = {
  router: self,
  position_manager: self,
  deployer,
  token0: weth,
  token1: weeth,
  token_id: 77n,
  token_in: weth,
  token_out: weeth,
  amount: 5n,
  minimum: 4n,
  deadline: 99n,
  amount0: 1n,
  amount1: 2n,
  minimum0: 3n,
  minimum1: 4n,
  tick_lower: -10n,
  tick_upper: 10n,
  self,
  manager: self,
}
const dataOf = (route: string) => encodeAction(actionOf(route)!, values)
const swap = { recipient: self, deadline: 99n, amountIn: 5n, amountOutMinimum: 4n } as const
const amounts = { amount0Desired: 1n, amount1Desired: 2n, amount0Min: 3n, amount1Min: 4n } as const
const minted = {
  ...amounts,
  token0: weth,
  token1: weeth,
  tickLower: -10,
  tickUpper: 10,
  recipient: self,
  deadline: 99n,
} as const

test('default: a path of Camelot has tokens alone, one of Algebra deployers between them', () => {
  expect(dataOf('camelot/swap')).toBe(
    encodeFunctionData({
      abi: camelot,
      functionName: 'exactInput',
      args: [{ ...swap, path: encodePacked(['address', 'address'], [weth, weeth]) }],
    }),
  )
  expect(dataOf('algebra/swap')).toBe(
    encodeFunctionData({
      abi: algebra,
      functionName: 'exactInput',
      args: [
        { ...swap, path: encodePacked(['address', 'address', 'address'], [weth, deployer, weeth]) },
      ],
    }),
  )
})

test('default: positions', () => {
  expect(dataOf('camelot/mint')).toBe(
    encodeFunctionData({ abi: camelot, functionName: 'mint', args: [minted] }),
  )
  expect(dataOf('algebra/mint')).toBe(
    encodeFunctionData({ abi: algebra, functionName: 'mint', args: [{ ...minted, deployer }] }),
  )
  expect(dataOf('algebra/increase_liquidity')).toBe(
    encodeFunctionData({
      abi: algebra,
      functionName: 'increaseLiquidity',
      args: [{ tokenId: 77n, ...amounts, deadline: 99n }],
    }),
  )
})

test('error: UnencodableError for a token that is none', () => {
  const broken = { ...values, token0: '0x12' } as ActionInputValues
  expect(() => encodeAction(actionOf('camelot/mint')!, broken)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
