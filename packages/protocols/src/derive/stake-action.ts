import { defineAction } from '../action/action.ts'
import { derive } from './function.ts'

const staked = { kind: 'token', describe: 'Staked DRV' } as const

const index = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Place of the redemption',
} as const

const redeem = defineAction({
  route: 'derive/redeem',
  name: 'Unstake',
  description: 'Starts to turn staked DRV back.',
  sentence: 'Unstake {amount} over {duration} seconds',
  parameters: {
    staked,
    amount: { kind: 'amount', unit: 'staked', describe: 'How much to unstake' },
    duration: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'How long it takes, in seconds: the longer, the more of it',
    },
  },
  signature: 'redeem(uint256 amount, uint256 duration)',
  rules: [derive],
  target: 'staked',
  arguments: ({ amount, duration }) => [amount, duration],
})

const cancelRedeem = defineAction({
  route: 'derive/cancel_redeem',
  name: 'Cancel unstaking',
  description: 'Takes back that staked DRV is turned back.',
  sentence: 'Cancel unstaking {index}',
  parameters: { staked, index },
  signature: 'cancelRedeem(uint256 redeemIndex)',
  rules: [derive],
  target: 'staked',
  arguments: ({ index }) => [index],
})

const finalizeRedeem = defineAction({
  route: 'derive/finalize_redeem',
  name: 'Finish unstaking',
  description: 'Collects DRV that is due.',
  sentence: 'Finish unstaking {index}',
  parameters: { staked, index },
  signature: 'finalizeRedeem(uint256 redeemIndex)',
  rules: [derive],
  target: 'staked',
  arguments: ({ index }) => [index],
})

const claimAll = defineAction({
  route: 'derive/claim_all',
  name: 'Claim all',
  description: 'Claims every reward of Derive.',
  sentence: 'Claim all from {distributor}',
  parameters: { distributor: { kind: 'account', describe: 'Distributor of Derive' } },
  signature: 'claimAll()',
  rules: [derive],
  target: 'distributor',
  arguments: () => [],
})

/** Stake actions of Derive. */
export const stakeActions = [redeem, cancelRedeem, finalizeRedeem, claimAll] as const
