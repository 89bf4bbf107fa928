import type { Address } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import { pool, router, rules, tokens, value } from './pool.ts'

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
      describe: 'Minimum liquidity to receive',
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

const addLiquiditySingle = defineAction({
  route: 'balancer_v3/add_liquidity_single',
  name: 'Add liquidity of one token',
  description: 'Puts one token into a pool, for exactly so much of it.',
  sentence: 'Add at most {amount} to {pool} for {bought}',
  parameters: {
    router,
    pool,
    tokens,
    token_in: { kind: 'token', oneOf: 'tokens', describe: 'Token to put in' },
    amount: { kind: 'amount', unit: 'token_in', describe: 'The most of it' },
    bought: { kind: 'amount', unit: 'pool', describe: 'Liquidity to receive' },
    value,
  },
  signature:
    'addLiquiditySingleTokenExactOut(address pool, address tokenIn, uint256 maxAmountIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, token_in, amount, bought, value }) => [
    pool,
    token_in,
    amount,
    bought,
    value > 0n,
    '0x',
  ],
  sends: 'either',
  value: ({ value }) => value,
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount', through: 'permit2' }],
})

const addLiquidityCustom = defineAction({
  route: 'balancer_v3/add_liquidity_custom',
  name: "Add liquidity by the pool's own rule",
  description: 'Puts tokens into a pool as its own rule says; only some pools have one.',
  sentence: 'Add at most {amounts} to {pool} for at least {minimum}',
  parameters: {
    router,
    pool,
    tokens,
    amounts: { kind: 'amounts', unit: 'tokens', describe: 'The most of each token' },
    minimum: { kind: 'minimum', unit: 'pool', describe: 'Minimum liquidity to receive' },
    value,
  },
  signature:
    'addLiquidityCustom(address pool, uint256[] maxAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, amounts, minimum, value }) => [pool, amounts, minimum, value > 0n, '0x'],
  sends: 'either',
  value: ({ value }) => value,
  approvals: [{ token: 'tokens', spender: 'router', amount: 'amounts', through: 'permit2' }],
})

/** Ways into pools. */
export const liquidityActions = [
  addLiquidity,
  addLiquidityProportional,
  addLiquiditySingle,
  addLiquidityCustom,
] as const
