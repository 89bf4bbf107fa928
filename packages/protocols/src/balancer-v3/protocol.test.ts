import {
  type ActionInputValues,
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  encodeAction,
  patternsOf,
  permit2Address,
  ruleBook,
} from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function swapSingleTokenExactIn(address pool, address tokenIn, address tokenOut, uint256 exactAmountIn, uint256 minAmountOut, uint256 deadline, bool wethIsEth, bytes userData)',
  'function swapSingleTokenExactOut(address pool, address tokenIn, address tokenOut, uint256 exactAmountOut, uint256 maxAmountIn, uint256 deadline, bool wethIsEth, bytes userData)',
  'function addLiquidityUnbalanced(address pool, uint256[] exactAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData)',
  'function addLiquidityProportional(address pool, uint256[] maxAmountsIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
  'function addLiquiditySingleTokenExactOut(address pool, address tokenIn, uint256 maxAmountIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
  'function addLiquidityCustom(address pool, uint256[] maxAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData)',
  'function removeLiquidityCustom(address pool, uint256 maxBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData)',
  'function removeLiquiditySingleTokenExactOut(address pool, uint256 maxBptAmountIn, address tokenOut, uint256 exactAmountOut, bool wethIsEth, bytes userData)',
  'function removeLiquidityProportional(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData)',
  'function removeLiquiditySingleTokenExactIn(address pool, uint256 exactBptAmountIn, address tokenOut, uint256 minAmountOut, bool wethIsEth, bytes userData)',
  'function removeLiquidityRecovery(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const router = '0xAE563E3f8219521950555F5962419C8919758Ea2'
const pool = '0x85B2b559bC2D21104C4DEFdd6EFcA8A20343361D'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const values: ActionInputValues = {
  router,
  pool,
  tokens: [usdc, weth],
  token_in: weth,
  token_out: usdc,
  as_native: false,
  amount: 10n,
  minimum: 9n,
  bought: 8n,
  amounts: [1n, 2n],
  minimums: [3n, 4n],
  value: 0n,
  deadline: 99n,
  self,
  manager: self,
}
const dataOf = (route: string, changed: object = {}) =>
  encodeAction(actionOf(`balancer_v3/${route}`)!, { ...values, ...changed } as ActionInputValues)

test.each([
  ['swap', 'swapSingleTokenExactIn', [pool, weth, usdc, 10n, 9n, 99n]],
  ['swap_exact_out', 'swapSingleTokenExactOut', [pool, weth, usdc, 8n, 10n, 99n]],
  ['add_liquidity', 'addLiquidityUnbalanced', [pool, [1n, 2n], 9n]],
  ['add_liquidity_proportional', 'addLiquidityProportional', [pool, [1n, 2n], 8n]],
  ['add_liquidity_single', 'addLiquiditySingleTokenExactOut', [pool, weth, 10n, 8n]],
  ['add_liquidity_custom', 'addLiquidityCustom', [pool, [1n, 2n], 9n]],
] as const)('default: %s, and with ether in place of its wrapped form', (route, name, args) => {
  for (const value of [0n, 10n]) {
    const all = [...args, value > 0n, '0x'] as never
    const action = actionOf(`balancer_v3/${route}`)!
    expect(dataOf(route, { value })).toBe(
      encodeFunctionData({ abi, functionName: name, args: all }),
    )
    expect(action.value({ ...values, value })).toBe(value)
    expect(patternsOf(action, ruleBook).map(({ canSendValue }) => canSendValue)).toEqual([
      false,
      true,
    ])
  }
})

test.each([
  ['remove_liquidity', 'removeLiquidityProportional', [pool, 10n, [3n, 4n], false, '0x']],
  [
    'remove_liquidity_single',
    'removeLiquiditySingleTokenExactIn',
    [pool, 10n, usdc, 9n, false, '0x'],
  ],
  ['remove_liquidity_custom', 'removeLiquidityCustom', [pool, 10n, [3n, 4n], false, '0x']],
  [
    'remove_liquidity_single_out',
    'removeLiquiditySingleTokenExactOut',
    [pool, 10n, usdc, 8n, false, '0x'],
  ],
  ['remove_liquidity_recovery', 'removeLiquidityRecovery', [pool, 10n, [3n, 4n]]],
] as const)('default: %s', (route, functionName, args) => {
  expect(dataOf(route)).toBe(encodeFunctionData({ abi, functionName, args: args as never }))
})

test('behavior: tokens are pulled through Permit2, liquidity is not', () => {
  const actor = { self, manager: self, decoder: self, drone: null } as const
  const leavesOf = (route: string) =>
    approvalsOf(actionOf(`balancer_v3/${route}`)!, { router, pool, token_in: weth }).flatMap(
      (wanted) => approvalLeavesOf(wanted, actor),
    )
  expect(leavesOf('swap').map(({ target, arguments: entries }) => [target, ...entries])).toEqual([
    [weth, permit2Address],
    [permit2Address, weth, router],
  ])
  expect(leavesOf('remove_liquidity').map(({ target }) => target)).toEqual([pool])
})

test('error: UnencodableError for a pool that is not an account', () => {
  expect(() => dataOf('swap', { pool: '0x12' })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
