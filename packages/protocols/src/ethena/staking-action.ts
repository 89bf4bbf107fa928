import { defineAction } from '../action/action.ts'
import type { TokenParameter } from '../action/parameter.ts'
import { ethenaWithdraw } from './function.ts'

const staked = {
  kind: 'token',
  role: 'staked_usde',
  describe: 'Staked token with a cooldown: sUSDe, or a fork of it',
} as const satisfies TokenParameter

const rules = [ethenaWithdraw] as const

const cooldownAssets = defineAction({
  route: 'ethena/cooldown_assets',
  name: 'Cool assets down',
  description: 'Starts to leave the staked token with an exact amount of what is staked.',
  sentence: 'Start cooldown of {amount} in {staked_usde}',
  parameters: {
    staked_usde: staked,
    asset: {
      kind: 'token',
      fact: { of: 'staked_usde', call: 'asset()', returns: '(address)' },
      describe: 'Token that is staked, such as USDe',
    },
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to take out' },
  },
  signature: 'cooldownAssets(uint256 assets)',
  rules,
  target: 'staked_usde',
  arguments: ({ amount }) => [amount],
})

const cooldownShares = defineAction({
  route: 'ethena/cooldown_shares',
  name: 'Cool shares down',
  description: 'Starts to leave the staked token with a number of its shares.',
  sentence: 'Start cooldown of {shares}',
  parameters: {
    staked_usde: staked,
    shares: {
      kind: 'amount',
      unit: 'staked_usde',
      all: 'balance',
      describe: 'How many shares to give back',
    },
  },
  signature: 'cooldownShares(uint256 shares)',
  rules,
  target: 'staked_usde',
  arguments: ({ shares }) => [shares],
})

const unstake = defineAction({
  route: 'ethena/unstake',
  name: 'Unstake',
  description: 'Collects what has cooled down.',
  sentence: 'Unstake from {staked_usde}',
  parameters: { staked_usde: staked },
  signature: 'unstake(address receiver)',
  rules,
  target: 'staked_usde',
  arguments: ({ self }) => [self],
})

/** What a strategist can do with sUSDe beside what any ERC-4626 vault offers. */
export const ethenaStakingActions = [cooldownAssets, cooldownShares, unstake] as const
