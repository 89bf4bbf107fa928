import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import { positionManager, tokenId } from '../uniswap-v3/position-action.ts'
import { pancakeSwapV3 } from './function.ts'

const rules = [pancakeSwapV3] as const

/** The contract that keeps staked positions. */
export const masterChef = {
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
export const stakeActions = [stake, unstake, harvest] as const
