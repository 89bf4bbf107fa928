import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { uniswapV3, uniswapV3OneVault, uniswapV3SwapRouter02 } from './function.ts'
import {
  bothPaidIn,
  paidIn,
  pair,
  positionActionsOf,
  positionManager,
  ticks,
  venueOf,
} from './position-action.ts'
import { deadline, fee, swapActions } from './swap-action.ts'
import { variantActions } from './variant-action.ts'

const rules = [uniswapV3, uniswapV3SwapRouter02, uniswapV3OneVault] as const

const mint = defineAction({
  route: 'uniswap_v3/mint',
  name: 'Open a position',
  description: 'Puts two tokens into a new position between two prices.',
  sentence: 'Open a position of {amount0} and {amount1} from tick {tick_lower} to {tick_upper}',
  parameters: {
    position_manager: positionManager,
    ...pair,
    fee,
    ...ticks,
    ...paidIn,
    deadline,
  },
  signature:
    'mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
  rules: [uniswapV3, uniswapV3SwapRouter02],
  target: 'position_manager',
  arguments: (values) => [
    [
      values.token0,
      values.token1,
      values.fee,
      values.tick_lower,
      values.tick_upper,
      values.amount0,
      values.amount1,
      values.minimum0,
      values.minimum1,
      values.self,
      values.deadline,
    ],
  ],
  approvals: bothPaidIn,
})

/** The actions of a strategist with Uniswap v3. */
const uniswapV3Actions = [
  ...swapActions,
  mint,
  ...positionActionsOf(venueOf({ name: 'uniswap_v3', rules })),
  ...variantActions,
] as const

/** Uniswap v3. */
export const protocol = {
  name: 'uniswap_v3',
  title: 'Uniswap v3',
  appUrl: 'https://app.uniswap.org',
  isStandard: true,
  decoders: [uniswapV3, uniswapV3SwapRouter02, uniswapV3OneVault],
  actions: uniswapV3Actions,
  unquoted: {
    liquidity: [
      'mint',
      'increase_liquidity',
      'decrease_liquidity',
      'mint_native',
      'mint_to',
      'increase_liquidity_native',
      'increase_liquidity_of',
    ],
  },
} as const satisfies Protocol
