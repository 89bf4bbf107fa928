import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import { positionManager, tokenId } from '../uniswap-v3/position-action.ts'
import { velodrome } from './function.ts'

const rules = [velodrome] as const
const gauge = {
  kind: 'account',
  role: 'gauge',
  describe: 'Gauge of a pool with positions',
} as const satisfies AccountParameter

const stake = defineAction({
  route: 'velodrome/stake',
  name: 'Stake a position',
  description: 'Gives a position to a gauge, where it earns emissions.',
  sentence: 'Stake position {token_id} in {gauge}',
  parameters: {
    gauge,
    position_manager: {
      ...positionManager,
      kind: 'token',
      fact: { of: 'gauge', call: 'nft()', returns: '(address)' },
    },
    token_id: tokenId,
  },
  signature: 'deposit(uint256 tokenIdOrAmount)',
  rules,
  target: 'gauge',
  arguments: ({ token_id }) => [token_id],
  approvals: [{ token: 'position_manager', spender: 'gauge', amount: 'token_id' }],
})

const unstake = defineAction({
  route: 'velodrome/unstake',
  name: 'Unstake a position',
  description: 'Takes a position back out of a gauge, with what it has earned.',
  sentence: 'Unstake position {token_id} from {gauge}',
  parameters: { gauge, token_id: tokenId },
  signature: 'withdraw(uint256 tokenIdOrAmount)',
  rules,
  target: 'gauge',
  arguments: ({ token_id }) => [token_id],
})

const claim = defineAction({
  route: 'velodrome/claim',
  name: 'Claim emissions of a position',
  description: 'Claims what one staked position has earned.',
  sentence: 'Claim emissions of position {token_id} in {gauge}',
  parameters: { gauge, token_id: tokenId },
  signature: 'getReward(uint256 tokenId)',
  rules,
  target: 'gauge',
  arguments: ({ token_id }) => [token_id],
})

const claimAll = defineAction({
  route: 'velodrome/claim_all',
  name: 'Claim emissions',
  description: 'Claims what the vault has earned in a gauge of a pool without positions.',
  sentence: 'Claim emissions of {gauge}',
  // Gauges of positions have the function too, and refuse everybody but the voter.
  parameters: { gauge: { ...gauge, describe: 'Gauge of a pool without positions' } },
  signature: 'getReward(address account)',
  rules,
  target: 'gauge',
  arguments: ({ self }) => [self],
})

/** Gauges, where liquidity earns emissions. */
export const gaugeActions = [stake, unstake, claim, claimAll] as const
