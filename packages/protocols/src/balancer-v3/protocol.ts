import type { Address } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { deadline } from '../uniswap-v3/swap-action.ts'
import { liquidityActions } from './liquidity-action.ts'
import { balancerV3, pool, router, rules, tokens, value } from './pool.ts'
import { withdrawalActions } from './withdrawal-action.ts'

const between = {
  router,
  pool,
  tokens,
  token_in: { kind: 'token', oneOf: 'tokens', describe: 'Token that is sold' },
  token_out: {
    kind: 'token',
    oneOf: 'tokens',
    unlike: 'token_in',
    describe: 'Token that is bought',
  },
} as const

const swap = defineAction({
  route: 'balancer_v3/swap',
  name: 'Swap',
  description: 'Swaps one token of a pool for another.',
  sentence: 'Swap {amount} for {token_out} in {pool}',
  parameters: {
    ...between,
    amount: { kind: 'amount', unit: 'token_in', all: 'balance', describe: 'How much is sold' },
    minimum: {
      kind: 'minimum',
      unit: 'token_out',
      quote: ({ router, pool, token_in, token_out, amount, self }) => ({
        to: router as Address,
        call: 'querySwapSingleTokenExactIn(address,address,address,uint256,address,bytes)',
        arguments: [pool!, token_in!, token_out!, amount!, self, '0x'],
        returns: '(uint256 amountOut)',
      }),
      describe: 'Minimum output',
    },
    value,
    deadline,
  },
  signature:
    'swapSingleTokenExactIn(address pool, address tokenIn, address tokenOut, uint256 exactAmountIn, uint256 minAmountOut, uint256 deadline, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, token_in, token_out, amount, minimum, deadline, value }) => [
    pool,
    token_in,
    token_out,
    amount,
    minimum,
    deadline,
    value > 0n,
    '0x',
  ],
  sends: 'either',
  value: ({ value }) => value,
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount', through: 'permit2' }],
})

const swapExactOut = defineAction({
  route: 'balancer_v3/swap_exact_out',
  name: 'Swap for an exact amount',
  description: 'Swaps one token of a pool for exactly so much of another.',
  sentence: 'Swap at most {amount} for {bought} in {pool}',
  parameters: {
    ...between,
    bought: { kind: 'amount', unit: 'token_out', describe: 'How much is bought' },
    amount: { kind: 'amount', unit: 'token_in', describe: 'The most that is sold' },
    value,
    deadline,
  },
  signature:
    'swapSingleTokenExactOut(address pool, address tokenIn, address tokenOut, uint256 exactAmountOut, uint256 maxAmountIn, uint256 deadline, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, token_in, token_out, bought, amount, deadline, value }) => [
    pool,
    token_in,
    token_out,
    bought,
    amount,
    deadline,
    value > 0n,
    '0x',
  ],
  sends: 'either',
  value: ({ value }) => value,
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount', through: 'permit2' }],
})

/** The actions of a strategist with Balancer v3. */
const balancerV3Actions = [swap, swapExactOut, ...liquidityActions, ...withdrawalActions] as const

/** Balancer v3. */
export const protocol = {
  name: 'balancer_v3',
  title: 'Balancer v3',
  appUrl: 'https://balancer.fi',
  decoders: [balancerV3],
  actions: balancerV3Actions,
  unquoted: {
    liquidity: [
      'add_liquidity',
      'add_liquidity_single',
      'add_liquidity_custom',
      'remove_liquidity',
      'remove_liquidity_single',
      'remove_liquidity_recovery',
      'remove_liquidity_custom',
    ],
    exact_output: ['swap_exact_out', 'remove_liquidity_single_out'],
  },
} as const satisfies Protocol
