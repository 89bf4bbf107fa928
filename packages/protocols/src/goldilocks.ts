import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Yield-splitting vaults of Goldilocks.
 *
 * Source: Goldilocks Goldivault.
 */
export const goldiVault = {
  decoder: 'GoldiVault',
  functions: [
    { signature: 'buyYT(uint256 ytAmount, uint256 dtAmount, uint256 amountOutMin)', packs: '' },
    { signature: 'compound()', packs: '' },
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'redeemOwnership(uint256 amount)', packs: '' },
    { signature: 'redeemYield(uint256 amount)', packs: '' },
    { signature: 'sellYT(uint256 ytAmount, uint256 dtAmount, uint256 amountOutMin)', packs: '' },
  ],
} as const satisfies DecoderRules

const vault = { kind: 'account', describe: 'Vault of Goldilocks' } as const

const token = { kind: 'token', describe: 'Token of the deposits' } as const

const yieldToken = { kind: 'token', describe: 'Yield token of the vault' } as const

const deposit = defineAction({
  route: 'goldilocks/deposit',
  name: 'Deposit',
  description: 'Puts a token in for ownership and yield tokens.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: {
    vault,
    token,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to deposit' },
  },
  signature: 'deposit(uint256 amount)',
  rules: [goldiVault],
  target: 'vault',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'token', spender: 'vault', amount: 'amount' }],
})

const redeemOwnership = defineAction({
  route: 'goldilocks/redeem_ownership',
  name: 'Redeem ownership',
  description: 'Gives ownership tokens back after the end for what was deposited.',
  sentence: 'Redeem {amount}',
  parameters: {
    vault,
    ownership: { kind: 'token', describe: 'Ownership token of the vault' },
    amount: {
      kind: 'amount',
      unit: 'ownership',
      all: 'balance',
      describe: 'How many ownership tokens',
    },
  },
  signature: 'redeemOwnership(uint256 amount)',
  rules: [goldiVault],
  target: 'vault',
  arguments: ({ amount }) => [amount],
})

const redeemYield = defineAction({
  route: 'goldilocks/redeem_yield',
  name: 'Redeem yield',
  description: 'Gives yield tokens back after the end for the yield.',
  sentence: 'Redeem {amount}',
  parameters: {
    vault,
    yield_token: yieldToken,
    amount: {
      kind: 'amount',
      unit: 'yield_token',
      all: 'balance',
      describe: 'How many yield tokens',
    },
  },
  signature: 'redeemYield(uint256 amount)',
  rules: [goldiVault],
  target: 'vault',
  arguments: ({ amount }) => [amount],
})

const buyYield = defineAction({
  route: 'goldilocks/buy_yield',
  name: 'Buy yield',
  description: 'Buys yield tokens for the token of the deposits.',
  sentence: 'Buy {yield_amount} with {amount} for at least {minimum}',
  parameters: {
    vault,
    token,
    yield_token: yieldToken,
    yield_amount: { kind: 'amount', unit: 'yield_token', describe: 'How many yield tokens to buy' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to pay' },
    minimum: { kind: 'minimum', unit: 'yield_token', describe: 'Minimum to receive' },
  },
  signature: 'buyYT(uint256 ytAmount, uint256 dtAmount, uint256 amountOutMin)',
  rules: [goldiVault],
  target: 'vault',
  arguments: ({ yield_amount, amount, minimum }) => [yield_amount, amount, minimum],
  approvals: [{ token: 'token', spender: 'vault', amount: 'amount' }],
})

const sellYield = defineAction({
  route: 'goldilocks/sell_yield',
  name: 'Sell yield',
  description: 'Sells yield tokens for the token of the deposits.',
  sentence: 'Sell {yield_amount} for at least {minimum}',
  parameters: {
    vault,
    token,
    yield_token: yieldToken,
    yield_amount: {
      kind: 'amount',
      unit: 'yield_token',
      all: 'balance',
      describe: 'How many yield tokens to sell',
    },
    amount: { kind: 'amount', unit: 'token', describe: 'How much of the deposits is asked' },
    minimum: { kind: 'minimum', unit: 'token', describe: 'Minimum to receive' },
  },
  signature: 'sellYT(uint256 ytAmount, uint256 dtAmount, uint256 amountOutMin)',
  rules: [goldiVault],
  target: 'vault',
  arguments: ({ yield_amount, amount, minimum }) => [yield_amount, amount, minimum],
  approvals: [{ token: 'yield_token', spender: 'vault', amount: 'yield_amount' }],
})

const compound = defineAction({
  route: 'goldilocks/compound',
  name: 'Compound',
  description: 'Puts the yield of the vault to work.',
  sentence: 'Compound {vault}',
  parameters: { vault },
  signature: 'compound()',
  rules: [goldiVault],
  target: 'vault',
  arguments: () => [],
})

/** The actions of a strategist with Goldilocks. */
const goldilocksActions = [
  deposit,
  redeemOwnership,
  redeemYield,
  buyYield,
  sellYield,
  compound,
] as const

/** Goldilocks. */
export const protocol = {
  name: 'goldilocks',
  title: 'Goldilocks',
  appUrl: null,
  decoders: [goldiVault],
  actions: goldilocksActions,
  unquoted: {
    exact_output: ['buy_yield'],
    own_rate: ['sell_yield'],
  },
} as const satisfies Protocol
