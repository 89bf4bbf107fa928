import type { Address } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import {
  bothPaidIn,
  paidIn,
  pair,
  positionActionsOf,
  positionManager,
  positionReadsOf,
  ticks,
  tokenId,
  venueOf,
} from '../uniswap-v3/position-action.ts'
import {
  deadline,
  encodePath,
  exactInput,
  exactInput02,
  fee as feeTier,
  soldToRouter,
  swapped,
} from '../uniswap-v3/swap-action.ts'
import { pancakeSwapV3, pancakeSwapV3OneVault } from './function.ts'

const rules = [pancakeSwapV3] as const

/** The contract that keeps staked positions. */
const masterChef = {
  kind: 'account',
  role: 'master_chef',
  describe: 'MasterChef v3, which keeps staked positions',
} as const satisfies AccountParameter

const stake = defineAction({
  route: 'pancake_swap_v3/stake',
  name: 'Stake a position',
  description: 'Gives a position to the MasterChef, where it earns CAKE.',
  sentence: 'Stake position {token_id} in {master_chef}',
  parameters: { position_manager: positionManager, master_chef: masterChef, token_id: tokenId },
  signature: 'safeTransferFrom(address from, address to, uint256 tokenId)',
  rules,
  target: 'position_manager',
  arguments: ({ self, master_chef, token_id }) => [self, master_chef, token_id],
})

const unstake = defineAction({
  route: 'pancake_swap_v3/unstake',
  name: 'Unstake a position',
  description: 'Takes a position back out of the MasterChef, with what it has earned.',
  sentence: 'Unstake position {token_id} from {master_chef}',
  parameters: { master_chef: masterChef, token_id: tokenId },
  signature: 'withdraw(uint256 tokenId, address _to)',
  rules,
  target: 'master_chef',
  arguments: ({ token_id, self }) => [token_id, self],
})

const harvest = defineAction({
  route: 'pancake_swap_v3/harvest',
  name: 'Harvest',
  description: 'Claims the CAKE that a staked position has earned.',
  sentence: 'Harvest position {token_id} in {master_chef}',
  parameters: { master_chef: masterChef, token_id: tokenId },
  signature: 'harvest(uint256 tokenId, address _to)',
  rules,
  target: 'master_chef',
  arguments: ({ token_id, self }) => [token_id, self],
})

/** Positions in the MasterChef. */
const stakeActions = [stake, unstake, harvest] as const

const fee = {
  ...feeTier,
  named: [
    ['0.01 %', 100n],
    ['0.05 %', 500n],
    ['0.25 %', 2_500n],
    ['1 %', 10_000n],
  ],
  describe: 'Fee tier of the pool in hundredths of a basis point: 100, 500, 2500 or 10000',
} as const
const router = {
  kind: 'account',
  role: 'router',
  describe: 'SmartRouter of PancakeSwap',
} as const satisfies AccountParameter

const swap = defineAction({
  route: 'pancake_swap_v3/swap',
  name: 'Swap',
  description: 'Swaps one token for another in one pool; the call has no deadline.',
  sentence: 'Swap {amount} for {token_out} through {router}',
  parameters: { router, ...swapped, fee },
  signature: exactInput02,
  rules: [pancakeSwapV3],
  target: 'router',
  arguments: ({ token_in, token_out, fee, self, amount, minimum }) => [
    [encodePath({ tokens: [token_in, token_out], fees: [fee] }), self, amount, minimum],
  ],
  approvals: soldToRouter,
})

const swapUntil = defineAction({
  route: 'pancake_swap_v3/swap_until',
  name: 'Swap until a moment',
  description: 'Swaps one token for another in one pool, through the router that knows deadlines.',
  sentence: 'Swap {amount} for {token_out} through {router}',
  parameters: {
    router: { kind: 'account', role: 'swap_router', describe: 'SwapRouter of PancakeSwap' },
    ...swapped,
    fee,
    deadline,
  },
  signature: exactInput,
  rules: [pancakeSwapV3],
  target: 'router',
  arguments: ({ token_in, token_out, fee, self, deadline, amount, minimum }) => [
    [encodePath({ tokens: [token_in, token_out], fees: [fee] }), self, deadline, amount, minimum],
  ],
  approvals: soldToRouter,
})

const mint = defineAction({
  route: 'pancake_swap_v3/mint',
  name: 'Open a position',
  description: 'Puts two tokens into a new position between two prices.',
  sentence: 'Open a position of {amount0} and {amount1} from tick {tick_lower} to {tick_upper}',
  parameters: { position_manager: positionManager, ...pair, fee, ...ticks, ...paidIn, deadline },
  signature:
    'mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
  rules: [pancakeSwapV3],
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

const venue = venueOf({ name: 'pancake_swap_v3', rules: [pancakeSwapV3, pancakeSwapV3OneVault] })

/** Positions that the MasterChef keeps for the vault. */
const staked = {
  ...venue,
  keeper: 'master_chef',
  keeperParameter: masterChef,
  prefix: 'staked_',
  reads: (values) => {
    const { token_id, self, master_chef } = values
    return {
      ...positionReadsOf(values),
      [`ownerOf(${token_id})`]: `${master_chef}`,
      [`userPositionInfos(${token_id}).user`]: self,
    }
  },
  // The MasterChef knows the liquidity of a position, not its tokens.
  ask: (field) =>
    field !== 'liquidity'
      ? null
      : ({ master_chef, token_id }) => ({
          to: master_chef as Address,
          call: 'userPositionInfos(uint256).liquidity',
          arguments: [token_id!],
          returns: '(uint128 liquidity)',
        }),
} as const satisfies typeof venue

/** The actions of a strategist with PancakeSwap v3. */
const pancakeSwapV3Actions = [
  swap,
  swapUntil,
  mint,
  ...positionActionsOf(venue),
  ...positionActionsOf(staked),
  ...stakeActions,
] as const

/** PancakeSwap v3. */
export const protocol = {
  name: 'pancake_swap_v3',
  title: 'PancakeSwap v3',
  appUrl: 'https://pancakeswap.finance',
  decoders: [pancakeSwapV3, pancakeSwapV3OneVault],
  actions: pancakeSwapV3Actions,
  unquoted: {
    liquidity: [
      'mint',
      'increase_liquidity',
      'decrease_liquidity',
      'increase_staked_liquidity',
      'decrease_staked_liquidity',
    ],
  },
} as const satisfies Protocol
