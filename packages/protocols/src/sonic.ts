import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The budget deposit of Sonic.
 *
 * Source: Sonic migration contracts.
 */
export const sonicDeposit = {
  decoder: 'SonicDeposit',
  functions: [{ signature: 'depositBudget(uint256 amount)', packs: '' }],
} as const satisfies DecoderRules

/**
 * The native bridge of Sonic.
 *
 * Source: Sonic Gateway TokenDeposit, Bridge.
 */
export const sonicGateway = {
  decoder: 'SonicGateway',
  functions: [
    {
      signature: 'cancelDepositWhileDead(uint256 id, address token, uint256 amount, bytes proof)',
      packs: 'token',
    },
    { signature: 'claim(uint256 id, address token, uint256 amount, bytes proof)', packs: 'token' },
    { signature: 'deposit(uint96 uid, address token, uint256 amount)', packs: 'token' },
    { signature: 'withdraw(uint96 uid, address token, uint256 amount)', packs: 'token' },
  ],
} as const satisfies DecoderRules

const rules = [sonicGateway] as const
const number = { kind: 'integer', min: 0n, max: 2n ** 256n - 1n } as const
const proof = { kind: 'bytes', describe: 'Proof of the other side, as its API gives it' } as const
const uid = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 96n - 1n,
  describe: 'Number that the vault has not used before',
} as const
const token = { kind: 'token', describe: 'Token on Ethereum' } as const

const deposit = defineAction({
  route: 'sonic/deposit',
  name: 'Bridge to Sonic',
  description: 'Locks a token on Ethereum; it is claimed on Sonic.',
  sentence: 'Bridge {amount} to Sonic',
  parameters: {
    deposits: { kind: 'account', describe: 'Deposit contract of the gateway on Ethereum' },
    token,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much' },
    uid,
  },
  signature: 'deposit(uint96 uid, address token, uint256 amount)',
  rules,
  target: 'deposits',
  arguments: ({ uid, token, amount }) => [uid, token, amount],
  approvals: [{ token: 'token', spender: 'deposits', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'sonic/withdraw',
  name: 'Bridge to Ethereum',
  description: 'Burns a bridged token on Sonic; it is claimed on Ethereum.',
  sentence: 'Bridge {amount} to Ethereum',
  parameters: {
    bridge: { kind: 'account', describe: 'Bridge of the gateway on Sonic' },
    token,
    // The leaf names the token of the other chain, which this chain cannot ask for decimals.
    minted: { kind: 'token', describe: 'What the token is on Sonic' },
    puller: {
      kind: 'account',
      describe: 'Who burns what is on Sonic: the bridge, or the adapter of a token that has one',
    },
    amount: { kind: 'amount', unit: 'minted', all: 'balance', describe: 'How much' },
    uid,
  },
  signature: 'withdraw(uint96 uid, address token, uint256 amount)',
  rules,
  target: 'bridge',
  arguments: ({ uid, token, amount }) => [uid, token, amount],
  approvals: [{ token: 'minted', spender: 'puller', amount: 'amount' }],
})

const claim = defineAction({
  route: 'sonic/claim',
  name: 'Claim',
  description: 'Takes what arrived from the other side, with proof of it.',
  sentence: 'Claim {amount} of transfer {id}',
  parameters: {
    bridge: { kind: 'account', describe: 'Contract of the gateway on this chain' },
    token,
    paid: {
      kind: 'token',
      describe: 'What is paid out on this chain; on Ethereum the token itself',
    },
    amount: { kind: 'amount', unit: 'paid', describe: 'How much' },
    id: { ...number, describe: 'Number of the transfer' },
    proof,
  },
  signature: 'claim(uint256 id, address token, uint256 amount, bytes proof)',
  rules,
  target: 'bridge',
  arguments: ({ id, token, amount, proof }) => [id, token, amount, proof],
})

const cancelDeposit = defineAction({
  route: 'sonic/cancel_deposit',
  name: 'Cancel a deposit',
  description: 'Takes a deposit back after the bridge has died.',
  sentence: 'Cancel deposit {deposit_id} of {amount}',
  parameters: {
    deposits: { kind: 'account', describe: 'Deposit contract of the gateway on Ethereum' },
    deposit_id: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the deposit',
    },
    token: { kind: 'token', describe: 'Token that was deposited' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much was deposited' },
    dead_proof: {
      kind: 'bytes',
      describe: 'Proof of the state at the last block of the other side',
    },
  },
  signature: 'cancelDepositWhileDead(uint256 id, address token, uint256 amount, bytes proof)',
  rules: [sonicGateway],
  target: 'deposits',
  arguments: ({ deposit_id, token, amount, dead_proof }) => [deposit_id, token, amount, dead_proof],
})

const depositBudget = defineAction({
  route: 'sonic/deposit_budget',
  name: 'Deposit a budget',
  description: 'Pays into a budget of the migration.',
  sentence: 'Deposit {amount} base units into {budget}',
  parameters: {
    budget: { kind: 'account', describe: 'Contract of the budget' },
    amount: { kind: 'amount', unit: { decimals: 0 }, describe: 'How much, in base units' },
  },
  signature: 'depositBudget(uint256 amount)',
  rules: [sonicDeposit],
  target: 'budget',
  arguments: ({ amount }) => [amount],
})

/** The actions of a strategist with the gateway of Sonic. */
const sonicActions = [deposit, withdraw, claim, cancelDeposit, depositBudget] as const

/** Sonic. */
export const protocol = {
  name: 'sonic',
  title: 'Sonic',
  appUrl: null,
  decoders: [sonicDeposit, sonicGateway],
  actions: sonicActions,
  unquoted: {
    bridge: ['withdraw', 'claim'],
  },
} as const satisfies Protocol
