import type { DecoderRules } from '@vaultwright/manager'
import type {
  AccountParameter,
  AmountParameter,
  FlagParameter,
  TokenParameter,
  TokensParameter,
} from '../action/parameter.ts'

const noUserData = ['length(userData) == 0'] as const

/**
 * Balancer v3: the pool alone is packed, its tokens are not.
 *
 * Its gauges and the Curve pools it trades with come along, and the allowances of Permit2.
 * Source: Balancer v3 Router; what the decoder packs was observed.
 */
export const balancerV3 = {
  decoder: 'BalancerV3',
  inherits: ['Base', 'Curve', 'ERC4626', 'Permit2'],
  functions: [
    {
      signature:
        'addLiquidityCustom(address pool, uint256[] maxAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'addLiquidityProportional(address pool, uint256[] maxAmountsIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'addLiquiditySingleTokenExactOut(address pool, address tokenIn, uint256 maxAmountIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'addLiquidityUnbalanced(address pool, uint256[] exactAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'removeLiquidityCustom(address pool, uint256 maxBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'removeLiquidityProportional(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'removeLiquidityRecovery(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut)',
      packs: 'pool',
    },
    {
      signature:
        'removeLiquiditySingleTokenExactIn(address pool, uint256 exactBptAmountIn, address tokenOut, uint256 minAmountOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'removeLiquiditySingleTokenExactOut(address pool, uint256 maxBptAmountIn, address tokenOut, uint256 exactAmountOut, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'swapSingleTokenExactIn(address pool, address tokenIn, address tokenOut, uint256 exactAmountIn, uint256 minAmountOut, uint256 deadline, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
    {
      signature:
        'swapSingleTokenExactOut(address pool, address tokenIn, address tokenOut, uint256 exactAmountOut, uint256 maxAmountIn, uint256 deadline, bool wethIsEth, bytes userData)',
      packs: 'pool',
      checks: noUserData,
    },
  ],
} as const satisfies DecoderRules

/** The decoders of every action of Balancer v3. */
export const rules = [balancerV3] as const

/** The contract that everything goes through. */
export const router = {
  kind: 'account',
  role: 'router',
  describe: 'Router of Balancer v3',
} as const satisfies AccountParameter

/** A pool. */
export const pool = {
  kind: 'token',
  role: 'pool',
  describe: 'Pool of Balancer v3; it is also the token of its liquidity',
} as const satisfies TokenParameter

/** The tokens of a pool. Leaves do not bind them. */
export const tokens = {
  kind: 'tokens',
  fact: { of: 'pool', call: 'getTokens()', returns: '(address[])' },
  describe: 'Tokens of the pool, in its order',
} as const satisfies TokensParameter

/** Ether in place of wrapped ether; the router gives back what it does not need. */
export const value = {
  kind: 'amount',
  unit: 'native',
  fallback: '0',
  describe: 'Ether that goes along in place of wrapped ether',
} as const satisfies AmountParameter

/** Ether in place of wrapped ether, on the way out. */
export const asNative = {
  kind: 'flag',
  fallback: false,
  describe: 'Whether wrapped ether is paid out as ether',
} as const satisfies FlagParameter
