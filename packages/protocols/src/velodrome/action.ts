import { defineAction } from '../action/action.ts'
import { uniswapV3OneVault } from '../uniswap-v3/function.ts'
import {
  bothPaidIn,
  paidIn,
  pair,
  positionActionsOf,
  positionManager,
  ticks,
  venueOf,
} from '../uniswap-v3/position-action.ts'
import { deadline } from '../uniswap-v3/swap-action.ts'
import { velodrome } from './function.ts'
import { gaugeActions } from './gauge-action.ts'
import { poolActions } from './pool-action.ts'

const mint = defineAction({
  route: 'velodrome/mint',
  name: 'Open a position',
  description: 'Puts two tokens into a new position between two prices, in a pool that exists.',
  sentence: 'Open a position of {amount0} and {amount1} from tick {tick_lower} to {tick_upper}',
  parameters: {
    position_manager: positionManager,
    ...pair,
    tick_spacing: {
      kind: 'integer',
      min: 1n,
      max: 16_383n,
      describe: 'Tick spacing of the pool: it distinguishes the pools of a pair',
    },
    ...ticks,
    ...paidIn,
    deadline,
  },
  signature:
    'mint((address token0, address token1, int24 tickSpacing, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline, uint160 sqrtPriceX96) params)',
  rules: [velodrome],
  target: 'position_manager',
  arguments: (values) => [
    [
      values.token0,
      values.token1,
      values.tick_spacing,
      values.tick_lower,
      values.tick_upper,
      values.amount0,
      values.amount1,
      values.minimum0,
      values.minimum1,
      values.self,
      values.deadline,
      0n,
    ],
  ],
  approvals: bothPaidIn,
})

/** What a strategist can do with Velodrome and Aerodrome. */
export const velodromeActions = [
  mint,
  ...positionActionsOf(venueOf({ name: 'velodrome', rules: [velodrome, uniswapV3OneVault] })),
  ...gaugeActions,
  ...poolActions,
] as const
