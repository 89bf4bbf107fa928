import { defineAction } from '../action/action.ts'
import { spectra } from './function.ts'

const wrapper = { kind: 'token', describe: 'Wrapper of a vault' } as const

const pool = {
  kind: 'account',
  describe: 'Pool of the principal token and its interest-bearing token',
} as const

const token0 = { kind: 'token', describe: 'First token of the pool' } as const

const token1 = { kind: 'token', describe: 'Second token of the pool' } as const

const lpToken = { kind: 'token', describe: 'Token of the liquidity' } as const

const wrap = defineAction({
  route: 'spectra/wrap',
  name: 'Wrap',
  description: 'Wraps shares of a vault.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    share: {
      kind: 'token',
      fact: { of: 'wrapper', call: 'vaultShare()', returns: '(address)' },
      describe: 'Vault that is wrapped',
    },
    amount: { kind: 'amount', unit: 'share', all: 'balance', describe: 'How many shares to wrap' },
  },
  signature: 'wrap(uint256 vaultShares, address receiver)',
  rules: [spectra],
  target: 'wrapper',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'share', spender: 'wrapper', amount: 'amount' }],
})

const unwrap = defineAction({
  route: 'spectra/unwrap',
  name: 'Unwrap',
  description: 'Turns wrapped shares back.',
  sentence: 'Unwrap {amount}',
  parameters: {
    wrapper,
    amount: { kind: 'amount', unit: 'wrapper', all: 'balance', describe: 'How many to unwrap' },
  },
  signature: 'unwrap(uint256 shares, address receiver, address owner)',
  rules: [spectra],
  target: 'wrapper',
  arguments: ({ amount, self }) => [amount, self, self],
})

const burn = defineAction({
  route: 'spectra/burn',
  name: 'Burn',
  description: 'Burns tokens without anything in return.',
  sentence: 'Burn {amount}',
  parameters: {
    yield_token: { kind: 'token', describe: 'Yield token' },
    amount: { kind: 'amount', unit: 'yield_token', describe: 'How many to burn' },
  },
  signature: 'burn(uint256 amount)',
  rules: [spectra],
  target: 'yield_token',
  arguments: ({ amount }) => [amount],
})

const exchange = defineAction({
  route: 'spectra/exchange',
  name: 'Swap',
  description: 'Swaps between a principal token and its interest-bearing token.',
  sentence: 'Swap {amount} for at least {minimum} in {pool}',
  parameters: {
    pool,
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    index_in: {
      kind: 'integer',
      min: 0n,
      max: 1n,
      describe: 'Place of the token that is sold: 0 or 1',
    },
    index_out: {
      kind: 'integer',
      min: 0n,
      max: 1n,
      describe: 'Place of the token that is bought: 0 or 1',
    },
    amount: { kind: 'amount', unit: 'token_in', all: 'balance', describe: 'How much is sold' },
    minimum: { kind: 'minimum', unit: 'token_out', describe: 'Minimum output' },
  },
  signature: 'exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy)',
  rules: [spectra],
  target: 'pool',
  arguments: ({ index_in, index_out, amount, minimum }) => [index_in, index_out, amount, minimum],
  approvals: [{ token: 'token_in', spender: 'pool', amount: 'amount' }],
})

const addLiquidity = defineAction({
  route: 'spectra/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts two tokens into a pool.',
  sentence: 'Add {amount0} and {amount1} to {pool}',
  parameters: {
    pool,
    token0,
    token1,
    lp_token: lpToken,
    amount0: {
      kind: 'amount',
      unit: 'token0',
      takesZero: true,
      describe: 'How much of the first token',
    },
    amount1: {
      kind: 'amount',
      unit: 'token1',
      takesZero: true,
      describe: 'How much of the second token',
    },
    minimum: { kind: 'minimum', unit: 'lp_token', describe: 'Minimum liquidity to receive' },
  },
  signature: 'add_liquidity(uint256[2] amounts, uint256 min_mint_amount)',
  rules: [spectra],
  target: 'pool',
  arguments: ({ amount0, amount1, minimum }) => [[amount0, amount1], minimum],
  approvals: [
    { token: 'token0', spender: 'pool', amount: 'amount0' },
    { token: 'token1', spender: 'pool', amount: 'amount1' },
  ],
})

const removeLiquidity = defineAction({
  route: 'spectra/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes both tokens out of a pool.',
  sentence: 'Remove {amount} from {pool}',
  parameters: {
    pool,
    token0,
    token1,
    lp_token: lpToken,
    amount: {
      kind: 'amount',
      unit: 'lp_token',
      all: 'balance',
      describe: 'Liquidity to give back',
    },
    minimum0: { kind: 'minimum', unit: 'token0', describe: 'Minimum of the first token' },
    minimum1: { kind: 'minimum', unit: 'token1', describe: 'Minimum of the second token' },
  },
  signature: 'remove_liquidity(uint256 amount, uint256[2] min_amounts)',
  rules: [spectra],
  target: 'pool',
  arguments: ({ amount, minimum0, minimum1 }) => [amount, [minimum0, minimum1]],
})

/** Pool actions of Spectra. */
export const poolActions = [wrap, unwrap, burn, exchange, addLiquidity, removeLiquidity] as const
