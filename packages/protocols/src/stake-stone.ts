import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * STONE of StakeStone.
 *
 * Source: StakeStone StoneVault.
 */
export const stakeStone = {
  decoder: 'StakeStone',
  functions: [
    { signature: 'cancelWithdraw(uint256 _shares)', packs: '' },
    { signature: 'deposit()', packs: '' },
    { signature: 'instantWithdraw(uint256 _amount, uint256 _shares)', packs: '' },
    { signature: 'requestWithdraw(uint256 _shares)', packs: '' },
  ],
} as const satisfies DecoderRules

const vault = { kind: 'account', describe: 'Vault of StakeStone' } as const

const stone = { kind: 'token', describe: 'STONE' } as const

const deposit = defineAction({
  route: 'stake_stone/deposit',
  name: 'Deposit',
  description: 'Stakes ETH for STONE.',
  sentence: 'Stake {amount} in {vault}',
  parameters: {
    vault,
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much ETH to stake' },
  },
  signature: 'deposit()',
  rules: [stakeStone],
  target: 'vault',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

const requestWithdraw = defineAction({
  route: 'stake_stone/request_withdraw',
  name: 'Request a withdrawal',
  description: 'Queues STONE for withdrawal.',
  sentence: 'Request withdrawal of {shares}',
  parameters: {
    vault,
    stone,
    shares: { kind: 'amount', unit: 'stone', all: 'balance', describe: 'How much STONE' },
  },
  signature: 'requestWithdraw(uint256 _shares)',
  rules: [stakeStone],
  target: 'vault',
  arguments: ({ shares }) => [shares],
  approvals: [{ token: 'stone', spender: 'vault', amount: 'shares' }],
})

const cancelWithdraw = defineAction({
  route: 'stake_stone/cancel_withdraw',
  name: 'Cancel a withdrawal',
  description: 'Takes queued STONE back.',
  sentence: 'Cancel withdrawal of {shares}',
  parameters: {
    vault,
    stone,
    shares: { kind: 'amount', unit: 'stone', describe: 'How much STONE' },
  },
  signature: 'cancelWithdraw(uint256 _shares)',
  rules: [stakeStone],
  target: 'vault',
  arguments: ({ shares }) => [shares],
})

const instantWithdraw = defineAction({
  route: 'stake_stone/instant_withdraw',
  name: 'Withdraw at once',
  description: 'Collects ETH that is due, and more for STONE at once less a fee.',
  sentence: 'Withdraw {amount} and {shares} at once',
  parameters: {
    vault,
    stone,
    amount: {
      kind: 'amount',
      unit: 'native',
      takesZero: true,
      describe: 'How much ETH of earlier requests',
    },
    shares: {
      kind: 'amount',
      unit: 'stone',
      takesZero: true,
      describe: 'How much STONE to give back at once',
    },
  },
  signature: 'instantWithdraw(uint256 _amount, uint256 _shares)',
  rules: [stakeStone],
  target: 'vault',
  arguments: ({ amount, shares }) => [amount, shares],
  approvals: [{ token: 'stone', spender: 'vault', amount: 'shares' }],
})

/** The actions of a strategist with StakeStone. */
const stakeStoneActions = [deposit, requestWithdraw, cancelWithdraw, instantWithdraw] as const

/** Stake Stone. */
export const protocol = {
  name: 'stake_stone',
  title: 'Stake Stone',
  appUrl: null,
  decoders: [stakeStone],
  actions: stakeStoneActions,
  price: 'rate',
} as const satisfies Protocol
