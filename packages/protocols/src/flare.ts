import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Reward token rFLR of Flare; everything goes to the caller.
 *
 * Source: Flare IRNat.
 */
export const rFlr = {
  decoder: 'rFLR',
  functions: [
    { signature: 'claimRewards(uint256[] projectIds, uint256 month)', packs: '' },
    { signature: 'withdraw(uint128 amount, bool wrap)', packs: '' },
    { signature: 'withdrawAll(bool wrap)', packs: '' },
  ],
} as const satisfies DecoderRules

const rewardToken = { kind: 'token', describe: 'rFLR' } as const

const wrap = {
  kind: 'flag',
  fallback: true,
  describe: 'Whether it is paid out as wrapped FLR',
} as const

const claimRewards = defineAction({
  route: 'flare/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims rFLR of projects for a month.',
  sentence: 'Claim rFLR of month {month} for projects {project_ids}',
  parameters: {
    r_flr: rewardToken,
    project_ids: {
      kind: 'integers',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Numbers of the projects',
    },
    month: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Number of the month' },
  },
  signature: 'claimRewards(uint256[] projectIds, uint256 month)',
  rules: [rFlr],
  target: 'r_flr',
  arguments: ({ project_ids, month }) => [project_ids, month],
})

const withdraw = defineAction({
  route: 'flare/withdraw',
  name: 'Withdraw',
  description: 'Turns vested rFLR into FLR or wrapped FLR.',
  sentence: 'Withdraw {amount}',
  parameters: {
    r_flr: rewardToken,
    amount: { kind: 'amount', unit: 'r_flr', describe: 'How much to withdraw' },
    wrap,
  },
  signature: 'withdraw(uint128 amount, bool wrap)',
  rules: [rFlr],
  target: 'r_flr',
  arguments: ({ amount, wrap }) => [amount, wrap],
})

const withdrawAll = defineAction({
  route: 'flare/withdraw_all',
  name: 'Withdraw all',
  description:
    'Turns all rFLR into FLR or wrapped FLR; a penalty takes half of what has not vested.',
  sentence: 'Withdraw all of {r_flr}',
  parameters: { r_flr: rewardToken, wrap },
  signature: 'withdrawAll(bool wrap)',
  rules: [rFlr],
  target: 'r_flr',
  arguments: ({ wrap }) => [wrap],
})

/** The actions of a strategist with Flare. */
const flareActions = [claimRewards, withdraw, withdrawAll] as const

/** Flare. */
export const protocol = {
  name: 'flare',
  title: 'Flare',
  appUrl: null,
  decoders: [rFlr],
  actions: flareActions,
} as const satisfies Protocol
