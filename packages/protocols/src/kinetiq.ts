import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Liquid staking of HYPE (kHYPE) by Kinetiq.
 *
 * Source: Kinetiq StakingManager.
 */
export const kinetiq = {
  decoder: 'Kinetiq',
  functions: [
    { signature: 'confirmWithdrawal(uint256 withdrawalId)', packs: '' },
    { signature: 'queueWithdrawal(uint256 amount)', packs: '' },
    { signature: 'stake()', packs: '' },
  ],
} as const satisfies DecoderRules

const managerContract = { kind: 'account', describe: 'Staking manager of Kinetiq' } as const

const stake = defineAction({
  route: 'kinetiq/stake',
  name: 'Stake',
  description: 'Stakes HYPE for kHYPE.',
  sentence: 'Stake {amount} in {manager_contract}',
  parameters: {
    manager_contract: managerContract,
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much HYPE to stake' },
  },
  signature: 'stake()',
  rules: [kinetiq],
  target: 'manager_contract',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

const queueWithdrawal = defineAction({
  route: 'kinetiq/queue_withdrawal',
  name: 'Queue a withdrawal',
  description: 'Queues kHYPE for withdrawal.',
  sentence: 'Queue withdrawal of {amount}',
  parameters: {
    manager_contract: managerContract,
    k_hype: { kind: 'token', describe: 'kHYPE' },
    amount: { kind: 'amount', unit: 'k_hype', all: 'balance', describe: 'How much kHYPE' },
  },
  signature: 'queueWithdrawal(uint256 amount)',
  rules: [kinetiq],
  target: 'manager_contract',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'k_hype', spender: 'manager_contract', amount: 'amount' }],
})

const confirmWithdrawal = defineAction({
  route: 'kinetiq/confirm_withdrawal',
  name: 'Confirm a withdrawal',
  description: 'Collects the HYPE of a withdrawal that is due.',
  sentence: 'Confirm withdrawal {request_id}',
  parameters: {
    manager_contract: managerContract,
    request_id: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the request',
    },
  },
  signature: 'confirmWithdrawal(uint256 withdrawalId)',
  rules: [kinetiq],
  target: 'manager_contract',
  arguments: ({ request_id }) => [request_id],
})

/** The actions of a strategist with Kinetiq. */
const kinetiqActions = [stake, queueWithdrawal, confirmWithdrawal] as const

/** Kinetiq. */
export const protocol = {
  name: 'kinetiq',
  title: 'Kinetiq',
  appUrl: null,
  decoders: [kinetiq],
  actions: kinetiqActions,
  price: 'rate',
} as const satisfies Protocol
