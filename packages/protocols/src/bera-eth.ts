import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Liquid staking of BERA (beraETH) by Dinero.
 *
 * Source: Dinero beraETH.
 */
export const beraEth = {
  decoder: 'BeraETH',
  functions: [
    {
      signature: 'depositAndWrap(address WETH, uint256 amount, uint256 minAmountOut)',
      packs: 'WETH',
    },
    { signature: 'unwrap(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

const depositAndWrap = defineAction({
  route: 'bera_eth/deposit_and_wrap',
  name: 'Deposit and wrap',
  description: 'Hands WETH in for wrapped beraETH.',
  sentence: 'Deposit {amount} for at least {minimum}',
  parameters: {
    bera_eth: { kind: 'token', describe: 'beraETH, which mints itself' },
    weth: { kind: 'token', describe: 'WETH' },
    amount: { kind: 'amount', unit: 'weth', all: 'balance', describe: 'How much to deposit' },
    minimum: { kind: 'minimum', unit: 'bera_eth', describe: 'Minimum to receive' },
  },
  signature: 'depositAndWrap(address WETH, uint256 amount, uint256 minAmountOut)',
  rules: [beraEth],
  target: 'bera_eth',
  arguments: ({ weth, amount, minimum }) => [weth, amount, minimum],
  approvals: [{ token: 'weth', spender: 'bera_eth', amount: 'amount' }],
})

const unwrap = defineAction({
  route: 'bera_eth/unwrap',
  name: 'Unwrap',
  description: 'Turns wrapped beraETH back.',
  sentence: 'Unwrap {amount}',
  parameters: {
    bera_eth: { kind: 'token', describe: 'Wrapped beraETH' },
    amount: { kind: 'amount', unit: 'bera_eth', all: 'balance', describe: 'How much to unwrap' },
  },
  signature: 'unwrap(uint256 amount)',
  rules: [beraEth],
  target: 'bera_eth',
  arguments: ({ amount }) => [amount],
})

/** The actions of a strategist with beraETH. */
const beraEthActions = [depositAndWrap, unwrap] as const

/** Bera Eth. */
export const protocol = {
  name: 'bera_eth',
  title: 'Bera Eth',
  appUrl: null,
  decoders: [beraEth],
  actions: beraEthActions,
} as const satisfies Protocol
