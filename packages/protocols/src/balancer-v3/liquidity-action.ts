import type { Address } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import { asNative, pool, router, rules, tokens, value } from './pool.ts'

const addLiquidity = defineAction({
  route: 'balancer_v3/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts exactly some amounts of tokens into a pool.',
  sentence: 'Add {amounts} to {pool}',
  parameters: {
    router,
    pool,
    tokens,
    amounts: { kind: 'amounts', unit: 'tokens', describe: 'How much of each token' },
    minimum: {
      kind: 'minimum',
      unit: 'pool',
      quote: ({ router, pool, amounts, self }) => ({
        to: router as Address,
        call: 'queryAddLiquidityUnbalanced(address,uint256[],address,bytes)',
        arguments: [pool!, amounts!, self, '0x'],
        returns: '(uint256 bptAmountOut)',
      }),
      describe: 'The least liquidity to receive',
    },
    value,
  },
  signature:
    'addLiquidityUnbalanced(address pool, uint256[] exactAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, amounts, minimum, value }) => [pool, amounts, minimum, value > 0n, '0x'],
  sends: 'either',
  value: ({ value }) => value,
  approvals: [{ token: 'tokens', spender: 'router', amount: 'amounts', through: 'permit2' }],
})

const addLiquidityProportional = defineAction({
  route: 'balancer_v3/add_liquidity_proportional',
  name: 'Add liquidity in proportion',
  description: 'Puts tokens into a pool in the proportion that it has, for exactly so much of it.',
  sentence: 'Add at most {amounts} to {pool} for {bought}',
  parameters: {
    router,
    pool,
    tokens,
    amounts: { kind: 'amounts', unit: 'tokens', describe: 'The most of each token' },
    bought: { kind: 'amount', unit: 'pool', describe: 'Liquidity to receive' },
    value,
  },
  signature:
    'addLiquidityProportional(address pool, uint256[] maxAmountsIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, amounts, bought, value }) => [pool, amounts, bought, value > 0n, '0x'],
  sends: 'either',
  value: ({ value }) => value,
  approvals: [{ token: 'tokens', spender: 'router', amount: 'amounts', through: 'permit2' }],
})

const given = {
  kind: 'amount',
  unit: 'pool',
  all: 'balance',
  describe: 'Liquidity to give back',
} as const
const minimums = {
  kind: 'minimums',
  unit: 'tokens',
  describe: 'The least of each token to receive',
} as const

const removeLiquidity = defineAction({
  route: 'balancer_v3/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes all tokens out of a pool, in the proportion that it has.',
  sentence: 'Remove {amount} from {pool}',
  parameters: { router, pool, tokens, amount: given, minimums, as_native: asNative },
  signature:
    'removeLiquidityProportional(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, amount, minimums, as_native }) => [pool, amount, minimums, as_native, '0x'],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

const removeLiquiditySingle = defineAction({
  route: 'balancer_v3/remove_liquidity_single',
  name: 'Remove liquidity as one token',
  description: 'Takes one token out of a pool.',
  sentence: 'Remove {amount} from {pool} as {token_out}',
  parameters: {
    router,
    pool,
    tokens,
    token_out: { kind: 'token', oneOf: 'tokens', describe: 'Token to receive' },
    amount: given,
    minimum: { kind: 'minimum', unit: 'token_out', describe: 'The least to receive' },
    as_native: asNative,
  },
  signature:
    'removeLiquiditySingleTokenExactIn(address pool, uint256 exactBptAmountIn, address tokenOut, uint256 minAmountOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, amount, token_out, minimum, as_native }) => [
    pool,
    amount,
    token_out,
    minimum,
    as_native,
    '0x',
  ],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

const removeLiquidityRecovery = defineAction({
  route: 'balancer_v3/remove_liquidity_recovery',
  name: 'Remove liquidity in recovery',
  description: 'Takes all tokens out of a pool that is in recovery mode.',
  sentence: 'Remove {amount} from {pool} in recovery',
  parameters: { router, pool, tokens, amount: given, minimums },
  signature:
    'removeLiquidityRecovery(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut)',
  rules,
  target: 'router',
  arguments: ({ pool, amount, minimums }) => [pool, amount, minimums],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

/** Liquidity of pools. */
export const liquidityActions = [
  addLiquidity,
  addLiquidityProportional,
  removeLiquidity,
  removeLiquiditySingle,
  removeLiquidityRecovery,
] as const
