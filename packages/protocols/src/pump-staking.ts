import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Staking of pumpBTC.
 *
 * Source: PumpBTC PumpStaking.
 */
export const pumpStaking = {
  decoder: 'PumpStaking',
  functions: [
    { signature: 'claimAll()', packs: '' },
    { signature: 'claimSlot(uint8 slot)', packs: '' },
    { signature: 'stake(uint256 amount)', packs: '' },
    { signature: 'unstakeInstant(uint256 amount)', packs: '' },
    { signature: 'unstakeRequest(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

const staking = { kind: 'account', describe: 'Staking contract of pumpBTC' } as const

const pumpBtc = {
  kind: 'token',
  fact: { of: 'staking', call: 'pumpToken()', returns: '(address)' },
  describe: 'pumpBTC',
} as const

const amount = {
  kind: 'amount',
  unit: 'pump_btc',
  all: 'balance',
  describe: 'How much pumpBTC',
} as const

const stake = defineAction({
  route: 'pump_staking/stake',
  name: 'Stake',
  description: 'Stakes a wrapped bitcoin for pumpBTC.',
  sentence: 'Stake {amount} in {staking}',
  parameters: {
    staking,
    token: {
      kind: 'token',
      fact: { of: 'staking', call: 'asset()', returns: '(address)' },
      describe: 'Wrapped bitcoin that is staked',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'stake(uint256 amount)',
  rules: [pumpStaking],
  target: 'staking',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'token', spender: 'staking', amount: 'amount' }],
})

const requestUnstake = defineAction({
  route: 'pump_staking/request_unstake',
  name: 'Request to unstake',
  description: 'Queues pumpBTC for unstaking.',
  sentence: 'Request to unstake {amount}',
  parameters: { staking, pump_btc: pumpBtc, amount },
  signature: 'unstakeRequest(uint256 amount)',
  rules: [pumpStaking],
  target: 'staking',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'pump_btc', spender: 'staking', amount: 'amount' }],
})

const unstakeInstant = defineAction({
  route: 'pump_staking/unstake_instant',
  name: 'Unstake at once',
  description: 'Gives pumpBTC back at once, less a fee.',
  sentence: 'Unstake {amount} at once',
  parameters: { staking, pump_btc: pumpBtc, amount },
  signature: 'unstakeInstant(uint256 amount)',
  rules: [pumpStaking],
  target: 'staking',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'pump_btc', spender: 'staking', amount: 'amount' }],
})

const claimSlot = defineAction({
  route: 'pump_staking/claim_slot',
  name: 'Claim a slot',
  description: 'Collects what was unstaked in one slot.',
  sentence: 'Claim slot {slot} of {staking}',
  parameters: {
    staking,
    slot: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 8n - 1n,
      describe: 'Slot of the request: its day modulo 10',
    },
  },
  signature: 'claimSlot(uint8 slot)',
  rules: [pumpStaking],
  target: 'staking',
  arguments: ({ slot }) => [slot],
})

const claimAll = defineAction({
  route: 'pump_staking/claim_all',
  name: 'Claim all',
  description: 'Collects everything that was unstaked and is due.',
  sentence: 'Claim all from {staking}',
  parameters: { staking },
  signature: 'claimAll()',
  rules: [pumpStaking],
  target: 'staking',
  arguments: () => [],
})

/** The actions of a strategist with pumpBTC. */
const pumpStakingActions = [stake, requestUnstake, unstakeInstant, claimSlot, claimAll] as const

/** Pump Staking. */
export const protocol = {
  name: 'pump_staking',
  title: 'Pump Staking',
  appUrl: null,
  decoders: [pumpStaking],
  actions: pumpStakingActions,
} as const satisfies Protocol
