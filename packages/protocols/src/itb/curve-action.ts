import { defineAction } from '../action/action.ts'
import type { AccountParameter, IntegerParameter } from '../action/parameter.ts'
import { itbCurveAndConvex } from './function.ts'
import { baseUnits, position } from './parameter.ts'

const pool = { kind: 'account', describe: 'Pool of Curve' } as const satisfies AccountParameter

const gauge = { kind: 'account', describe: 'Gauge of the pool' } as const satisfies AccountParameter

const convexPool = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 160n - 1n,
  isIdentity: true,
  describe: 'Number that Convex has for the pool',
} as const satisfies IntegerParameter

const inflow = {
  amounts: {
    kind: 'amounts',
    unit: baseUnits,
    describe: 'How much of each coin of the pool, in base units',
  },
  min_lp: {
    kind: 'minimum',
    unit: baseUnits,
    describe: 'Minimum pool tokens that must come out, in base units',
  },
} as const

const outflow = {
  lp: { kind: 'amount', unit: baseUnits, describe: 'Pool tokens to give back, in base units' },
  min_amounts: {
    kind: 'minimums',
    unit: baseUnits,
    describe: 'Minimum of each coin of the pool, in base units',
  },
} as const

const rules = [itbCurveAndConvex] as const

const addAndStake = defineAction({
  route: 'itb/add_liquidity_and_stake',
  name: 'Add liquidity and stake',
  description: 'Puts coins of a position manager into a pool, and the pool tokens into its gauge.',
  sentence: 'Add liquidity of {position} to {pool} and stake it in {gauge}',
  parameters: { position, pool, gauge, ...inflow },
  signature:
    'addLiquidityAllCoinsAndStake(address _pool, uint256[] _amounts, address _gauge, uint256 _min_lp)',
  rules,
  target: 'position',
  arguments: ({ pool, amounts, gauge, min_lp }) => [pool, amounts, gauge, min_lp],
})

const addAndStakeConvex = defineAction({
  route: 'itb/add_liquidity_and_stake_convex',
  name: 'Add liquidity and stake in Convex',
  description: 'Puts coins of a position manager into a pool, and the pool tokens into Convex.',
  sentence: 'Add liquidity of {position} to {pool} and stake it in pool {convex_pool} of Convex',
  parameters: { position, pool, convex_pool: convexPool, ...inflow },
  signature:
    'addLiquidityAllCoinsAndStakeConvex(address _pool, uint256[] _amounts, uint256 _convex_pool_id, uint256 _min_lp)',
  rules,
  target: 'position',
  arguments: ({ pool, amounts, convex_pool, min_lp }) => [pool, amounts, convex_pool, min_lp],
})

const unstakeAndRemove = defineAction({
  route: 'itb/unstake_and_remove_liquidity',
  name: 'Unstake and remove liquidity',
  description: 'Takes pool tokens of a position manager out of a gauge, and the coins out of them.',
  sentence: 'Remove liquidity of {position} from {gauge} and {pool}',
  parameters: { position, pool, gauge, ...outflow },
  signature:
    'unstakeAndRemoveLiquidityAllCoins(address _pool, uint256 _lp, address _gauge, uint256[] _min_amounts)',
  rules,
  target: 'position',
  arguments: ({ pool, lp, gauge, min_amounts }) => [pool, lp, gauge, min_amounts],
})

const unstakeAndRemoveConvex = defineAction({
  route: 'itb/unstake_and_remove_liquidity_convex',
  name: 'Unstake from Convex and remove liquidity',
  description: 'Takes pool tokens of a position manager out of Convex, and the coins out of them.',
  sentence: 'Remove liquidity of {position} from pool {convex_pool} of Convex and {pool}',
  parameters: { position, pool, convex_pool: convexPool, ...outflow },
  signature:
    'unstakeAndRemoveLiquidityAllCoinsConvex(address _pool, uint256 _lp, uint256 _convex_pool_id, uint256[] _min_amounts)',
  rules,
  target: 'position',
  arguments: ({ pool, lp, convex_pool, min_amounts }) => [pool, lp, convex_pool, min_amounts],
})

/** The actions of a strategist with position managers in pools of Curve. */
export const itbCurveActions = [
  addAndStake,
  addAndStakeConvex,
  unstakeAndRemove,
  unstakeAndRemoveConvex,
] as const
