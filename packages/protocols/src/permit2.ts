import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Permit2: allowances given on, and taken back one at a time.
 *
 * Source: Uniswap Permit2, AllowanceTransfer; what the decoder packs was observed.
 */
export const permit2 = {
  decoder: 'Permit2',
  inherits: [],
  functions: [
    {
      signature: 'approve(address token, address spender, uint160 amount, uint48 expiration)',
      packs: 'token, spender',
    },
    {
      signature: 'lockdown((address token, address spender)[] approvals)',
      packs: 'approvals[0].token, approvals[0].spender',
      checks: ['length(approvals) <= 1'],
    },
  ],
} as const satisfies DecoderRules

const contract = {
  kind: 'account',
  role: 'permit2',
  describe: 'Permit2',
} as const satisfies AccountParameter

/** The word for no limit, and the largest amount that Permit2 can hold: it means the same there. */
const [unlimited, maxUint160] = [2n ** 256n - 1n, 2n ** 160n - 1n]

const rules = [permit2] as const

const approve = defineAction({
  route: 'permit2/approve',
  name: 'Approve through Permit2',
  description: 'Lets a spender pull a token through Permit2 until a moment; 0 takes it back.',
  sentence: 'Approve {spender} to spend {amount} through Permit2',
  parameters: {
    permit2: contract,
    token: { kind: 'token', describe: 'Token that may be pulled' },
    spender: { kind: 'account', describe: 'Who may pull it' },
    amount: {
      kind: 'amount',
      takesZero: true,
      unit: 'token',
      takesMax: true,
      describe: 'How much may be pulled; max for no limit, 0 to revoke',
    },
    expiration: {
      kind: 'deadline',
      fallback: 3600n,
      describe: 'Seconds from now after which nothing may be pulled',
    },
  },
  signature: 'approve(address token, address spender, uint160 amount, uint48 expiration)',
  rules,
  target: 'permit2',
  arguments: ({ token, spender, amount, expiration }) => [
    token,
    spender,
    amount === unlimited ? maxUint160 : amount,
    expiration,
  ],
  approvals: [{ token: 'token', spender: 'permit2', amount: 'amount' }],
})

const lockdown = defineAction({
  route: 'permit2/lockdown',
  name: 'Lock down',
  description: 'Takes back what a spender may pull through Permit2.',
  sentence: 'Revoke what {spender} may spend of {token} through Permit2',
  parameters: {
    permit2: contract,
    token: { kind: 'token', describe: 'Token that may be pulled' },
    spender: { kind: 'account', describe: 'Who may pull it' },
  },
  signature: 'lockdown((address token, address spender)[] approvals)',
  rules,
  target: 'permit2',
  arguments: ({ token, spender }) => [[[token, spender]]],
})

/** The actions of a strategist with Permit2. */
const permit2Actions = [approve, lockdown] as const

/** Permit2. */
export const protocol = {
  name: 'permit2',
  title: 'Permit2',
  appUrl: null,
  decoders: [permit2],
  actions: permit2Actions,
} as const satisfies Protocol
