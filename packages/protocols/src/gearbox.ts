import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Staking of pool tokens of Gearbox.
 *
 * Source: Gearbox FarmingPool.
 */
export const gearbox = {
  decoder: 'Gearbox',
  functions: [
    { signature: 'claim()', packs: '' },
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

const farm = {
  kind: 'token',
  describe: 'Farm that pays rewards for pool tokens; it is the token of its own shares',
} as const satisfies TokenParameter

const rules = [gearbox] as const

const stake = defineAction({
  route: 'gearbox/stake',
  name: 'Stake',
  description: 'Stakes pool tokens of Gearbox for rewards.',
  sentence: 'Stake {amount} in {farm}',
  parameters: {
    farm,
    pool_token: {
      kind: 'token',
      fact: { of: 'farm', call: 'stakingToken()', returns: '(address)' },
      describe: 'Pool token that is staked',
    },
    amount: { kind: 'amount', unit: 'pool_token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'deposit(uint256 amount)',
  rules,
  target: 'farm',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'pool_token', spender: 'farm', amount: 'amount' }],
})

const unstake = defineAction({
  route: 'gearbox/unstake',
  name: 'Unstake',
  description: 'Takes staked pool tokens of Gearbox back.',
  sentence: 'Unstake {amount}',
  parameters: {
    farm,
    amount: { kind: 'amount', unit: 'farm', all: 'balance', describe: 'How much to take back' },
  },
  signature: 'withdraw(uint256 amount)',
  rules,
  target: 'farm',
  arguments: ({ amount }) => [amount],
})

const claim = defineAction({
  route: 'gearbox/claim',
  name: 'Claim rewards',
  description: 'Claims the rewards of staked pool tokens.',
  sentence: 'Claim rewards from {farm}',
  parameters: { farm },
  signature: 'claim()',
  rules,
  target: 'farm',
  arguments: () => [],
})

/** The actions of a strategist with farms of Gearbox; its pools are ERC-4626 vaults. */
const gearboxActions = [stake, unstake, claim] as const

/** Gearbox. */
export const protocol = {
  name: 'gearbox',
  title: 'Gearbox',
  appUrl: null,
  decoders: [gearbox],
  actions: gearboxActions,
  unquoted: {
    stake: ['stake'],
  },
} as const satisfies Protocol
