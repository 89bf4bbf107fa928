import { defineAction } from '../action/action.ts'
import { asNative, pool, router, rules, tokens } from './pool.ts'

const amounts = {
  kind: 'amount',
  unit: 'pool',
  all: 'balance',
  describe: 'Liquidity to give back',
} as const
const minimums = {
  kind: 'minimums',
  unit: 'tokens',
  describe: 'Minimum of each token to receive',
} as const

const removeLiquidity = defineAction({
  route: 'balancer_v3/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes all tokens out of a pool, in the proportion that it has.',
  sentence: 'Remove {amount} from {pool}',
  parameters: { router, pool, tokens, amount: amounts, minimums, as_native: asNative },
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
    amount: amounts,
    minimum: { kind: 'minimum', unit: 'token_out', describe: 'Minimum to receive' },
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
  parameters: { router, pool, tokens, amount: amounts, minimums },
  signature:
    'removeLiquidityRecovery(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut)',
  rules,
  target: 'router',
  arguments: ({ pool, amount, minimums }) => [pool, amount, minimums],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

const removeLiquiditySingleOut = defineAction({
  route: 'balancer_v3/remove_liquidity_single_out',
  name: 'Remove exactly so much of one token',
  description: 'Takes exactly so much of one token out of a pool.',
  sentence: 'Remove {bought} from {pool} for at most {amount}',
  parameters: {
    router,
    pool,
    tokens,
    token_out: { kind: 'token', oneOf: 'tokens', describe: 'Token to receive' },
    amount: { ...amounts, describe: 'The most liquidity to give back' },
    bought: { kind: 'amount', unit: 'token_out', describe: 'How much to receive' },
    as_native: asNative,
  },
  signature:
    'removeLiquiditySingleTokenExactOut(address pool, uint256 maxBptAmountIn, address tokenOut, uint256 exactAmountOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, amount, token_out, bought, as_native }) => [
    pool,
    amount,
    token_out,
    bought,
    as_native,
    '0x',
  ],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

const removeLiquidityCustom = defineAction({
  route: 'balancer_v3/remove_liquidity_custom',
  name: "Remove liquidity by the pool's own rule",
  description: 'Takes tokens out of a pool as its own rule says; only some pools have one.',
  sentence: 'Remove at most {amount} from {pool} for at least {minimums}',
  parameters: {
    router,
    pool,
    tokens,
    amount: { ...amounts, describe: 'The most liquidity to give back' },
    minimums,
    as_native: asNative,
  },
  signature:
    'removeLiquidityCustom(address pool, uint256 maxBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData)',
  rules,
  target: 'router',
  arguments: ({ pool, amount, minimums, as_native }) => [pool, amount, minimums, as_native, '0x'],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

/** Ways out of pools. */
export const withdrawalActions = [
  removeLiquidity,
  removeLiquiditySingle,
  removeLiquidityRecovery,
  removeLiquiditySingleOut,
  removeLiquidityCustom,
] as const
