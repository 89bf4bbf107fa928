import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { vaultBase } from '../vault-base.ts'

const rules = [vaultBase] as const

const approve = defineAction({
  route: 'erc_20/approve',
  name: 'Approve',
  description: 'Lets a spender pull a token from the vault; 0 takes the allowance back.',
  sentence: 'Approve {spender} to spend {amount}',
  parameters: {
    token: { kind: 'token', describe: 'Token that may be pulled' },
    spender: { kind: 'account', describe: 'Who may pull it' },
    amount: {
      kind: 'amount',
      takesZero: true,
      unit: 'token',
      takesMax: true,
      describe: 'How much may be pulled; max for no limit, 0 to revoke',
    },
  },
  signature: 'approve(address spender, uint256 amount)',
  rules,
  target: 'token',
  arguments: ({ spender, amount }) => [spender, amount],
})

const transfer = defineAction({
  route: 'erc_20/transfer',
  name: 'Transfer',
  description: 'Sends a token to another account.',
  sentence: 'Transfer {amount} to {to}',
  parameters: {
    token: { kind: 'token', describe: 'Token to send' },
    to: { kind: 'account', describe: 'Who receives it' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to send' },
  },
  signature: 'transfer(address _to, uint256 amount)',
  rules,
  target: 'token',
  arguments: ({ to, amount }) => [to, amount],
})

/** The actions of a strategist with any token. */
const erc20Actions = [approve, transfer] as const

/** Any token. */
export const protocol = {
  name: 'erc_20',
  title: 'Token',
  appUrl: null,
  isStandard: true,
  decoders: [],
  actions: erc20Actions,
} as const satisfies Protocol
