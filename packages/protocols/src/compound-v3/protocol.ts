import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'

/**
 * Compound v3.
 *
 * Source: Compound III CometMainInterface, CometRewards.
 */
export const compoundV3 = {
  decoder: 'CompoundV3',
  functions: [
    { signature: 'claim(address comet, address src, bool shouldAccrue)', packs: 'comet, src' },
    { signature: 'supply(address asset, uint256 amount)', packs: 'asset' },
    { signature: 'withdraw(address asset, uint256 amount)', packs: 'asset' },
  ],
} as const satisfies DecoderRules

const comet = {
  kind: 'account',
  role: 'comet',
  describe: 'Market of Compound v3, one for each base token',
} as const satisfies AccountParameter

const asset = {
  kind: 'token',
  describe: 'Base token of the market, or one of its collaterals',
} as const satisfies TokenParameter

const rules = [compoundV3] as const

const supply = defineAction({
  route: 'compound_v3/supply',
  name: 'Supply',
  description: 'Supplies the base token, which pays debt back first, or a collateral to a market.',
  sentence: 'Supply {amount} to {comet}',
  parameters: {
    comet,
    asset,
    amount: {
      kind: 'amount',
      unit: 'asset',
      all: 'balance',
      takesMax: true,
      describe: 'How much to supply; max of the base token for the whole debt',
    },
  },
  signature: 'supply(address asset, uint256 amount)',
  rules,
  target: 'comet',
  arguments: ({ asset, amount }) => [asset, amount],
  approvals: [{ token: 'asset', spender: 'comet', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'compound_v3/withdraw',
  name: 'Withdraw',
  description: 'Takes an asset out of a market; base token beyond what was supplied is borrowed.',
  sentence: 'Withdraw {amount} from {comet}',
  parameters: {
    comet,
    asset,
    amount: {
      kind: 'amount',
      unit: 'asset',
      takesMax: true,
      describe: 'How much to withdraw or borrow; max of the base token for all that was supplied',
    },
  },
  signature: 'withdraw(address asset, uint256 amount)',
  rules,
  target: 'comet',
  arguments: ({ asset, amount }) => [asset, amount],
})

const claim = defineAction({
  route: 'compound_v3/claim',
  name: 'Claim rewards',
  description: 'Claims the rewards that a position in a market has earned.',
  sentence: 'Claim rewards of {comet} from {comet_rewards}',
  parameters: {
    comet_rewards: {
      kind: 'account',
      role: 'comet_rewards',
      describe: 'Contract that pays rewards',
    },
    comet,
    accrue: {
      kind: 'flag',
      fallback: true,
      describe: 'Whether rewards are counted up to now before they are paid',
    },
  },
  signature: 'claim(address comet, address src, bool shouldAccrue)',
  rules,
  target: 'comet_rewards',
  arguments: ({ comet, self, accrue }) => [comet, self, accrue],
})

/** The actions of a strategist with Compound v3. */
const compoundV3Actions = [supply, withdraw, claim] as const

/** Compound v3. */
export const protocol = {
  name: 'compound_v3',
  title: 'Compound v3',
  appUrl: 'https://app.compound.finance',
  isStandard: true,
  decoders: [compoundV3],
  actions: compoundV3Actions,
  price: 'rate',
} as const satisfies Protocol
