import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Minting and redeeming of HONEY.
 *
 * Source: Berachain HoneyFactory.
 */
export const honey = {
  decoder: 'Honey',
  functions: [
    {
      signature: 'mint(address asset, uint256 amount, address receiver)',
      packs: 'asset, receiver',
    },
    {
      signature: 'redeem(address asset, uint256 honeyAmount, address receiver)',
      packs: 'asset, receiver',
    },
  ],
} as const satisfies DecoderRules

const factory = { kind: 'account', describe: 'Factory of HONEY' } as const

const mint = defineAction({
  route: 'honey/mint',
  name: 'Mint',
  description: 'Hands a stablecoin in for HONEY.',
  sentence: 'Mint HONEY with {amount}',
  parameters: {
    factory,
    asset: { kind: 'token', describe: 'Stablecoin to hand in' },
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to hand in' },
  },
  signature: 'mint(address asset, uint256 amount, address receiver)',
  rules: [honey],
  target: 'factory',
  arguments: ({ asset, amount, self }) => [asset, amount, self],
  approvals: [{ token: 'asset', spender: 'factory', amount: 'amount' }],
})

const redeem = defineAction({
  route: 'honey/redeem',
  name: 'Redeem',
  description: 'Gives HONEY back for a stablecoin.',
  sentence: 'Redeem {amount} for {asset}',
  parameters: {
    factory,
    asset: { kind: 'token', describe: 'Stablecoin to receive' },
    honey: {
      kind: 'token',
      fact: { of: 'factory', call: 'honey()', returns: '(address)' },
      describe: 'HONEY',
    },
    amount: {
      kind: 'amount',
      unit: 'honey',
      all: 'balance',
      describe: 'How much HONEY to give back',
    },
  },
  signature: 'redeem(address asset, uint256 honeyAmount, address receiver)',
  rules: [honey],
  target: 'factory',
  arguments: ({ asset, amount, self }) => [asset, amount, self],
})

/** The actions of a strategist with HONEY. */
const honeyActions = [mint, redeem] as const

/** Honey. */
export const protocol = {
  name: 'honey',
  title: 'Honey',
  appUrl: null,
  decoders: [honey],
  actions: honeyActions,
  price: 'rate',
  unquoted: {
    own_rate: ['redeem'],
  },
} as const satisfies Protocol
