import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { vaultBase } from '../vault-base.ts'

const rules = [vaultBase] as const

const accountant = {
  kind: 'account',
  describe: 'Accountant of the vault, or of the vault whose fees are paid',
} as const

const claimFees = defineAction({
  route: 'accountant/claim_fees',
  name: 'Claim fees',
  description: "Pays the fees that the vault owes to the accountant's payout address.",
  sentence: 'Pay the fees of {accountant} to its payout account, {amount} at most',
  parameters: {
    accountant,
    asset: { kind: 'token', describe: 'Asset in which the fees are paid' },
    amount: {
      kind: 'amount',
      unit: 'asset',
      describe: 'The most that the accountant may pull: the fees owed, in this asset',
    },
  },
  signature: 'claimFees(address feeAsset)',
  rules,
  target: 'accountant',
  arguments: ({ asset }) => [asset],
  approvals: [{ token: 'asset', spender: 'accountant', amount: 'amount' }],
})

const claimYield = defineAction({
  route: 'accountant/claim_yield',
  name: 'Claim yield',
  description: 'Pays the yield of a fixed-rate vault to its yield distributor.',
  sentence: 'Pay the yield counted by {accountant} to its distributor, {amount} at most',
  parameters: {
    accountant,
    asset: { kind: 'token', describe: 'Asset in which the yield is paid' },
    amount: {
      kind: 'amount',
      unit: 'asset',
      describe: 'The most that the accountant may pull: the yield, in this asset',
    },
  },
  signature: 'claimYield(address yieldAsset)',
  rules,
  target: 'accountant',
  arguments: ({ asset }) => [asset],
  approvals: [{ token: 'asset', spender: 'accountant', amount: 'amount' }],
})

/** The actions of a strategist with a vault's accountant. */
const accountantActions = [claimFees, claimYield] as const

/** The accountant of a vault. */
export const protocol = {
  name: 'accountant',
  title: 'Vault accountant',
  appUrl: null,
  decoders: [],
  actions: accountantActions,
} as const satisfies Protocol
