import { defineAction } from '../action/action.ts'
import type { TokensParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { deadline } from '../uniswap-v3/swap-action.ts'
import { flashLoanActions } from './flash-loan-action.ts'
import { gaugeActions } from './gauge-action.ts'
import {
  balancerV2,
  exitProportional,
  joinExactIn,
  joinExactOut,
  pool,
  poolId,
  rules,
  vault,
} from './pool.ts'

const swap = defineAction({
  route: 'balancer_v2/swap',
  name: 'Swap',
  description: 'Swaps one token of a pool for another.',
  sentence: 'Swap at most {amount} for at least {minimum} in {pool}',
  parameters: {
    vault,
    pool,
    pool_id: poolId,
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    exact_out: {
      kind: 'flag',
      fallback: false,
      describe: 'Whether exactly the minimum is bought, for the amount at most',
    },
    // Never the whole balance by itself: of an exact purchase it would be the price limit.
    amount: { kind: 'amount', unit: 'token_in', describe: 'How much is sold, or may be at most' },
    minimum: { kind: 'minimum', unit: 'token_out', describe: 'Minimum output' },
    deadline,
  },
  signature:
    'swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, uint256 limit, uint256 deadline)',
  rules,
  target: 'vault',
  arguments: ({ pool_id, token_in, token_out, exact_out, amount, minimum, self, deadline }) => [
    [pool_id, exact_out ? 1n : 0n, token_in, token_out, exact_out ? minimum : amount, '0x'],
    [self, false, self, false],
    exact_out ? amount : minimum,
    deadline,
  ],
  approvals: [{ token: 'token_in', spender: 'vault', amount: 'amount' }],
})

const assets = {
  kind: 'tokens',
  describe: "Tokens of the pool in the vault's order, its own token among them if it is listed",
} as const satisfies TokensParameter
const userData = { kind: 'bytes', fallback: '0x' } as const

const join = defineAction({
  route: 'balancer_v2/join',
  name: 'Join',
  description: 'Puts tokens into a pool.',
  sentence: 'Join {pool} with {amounts}',
  parameters: {
    vault,
    pool,
    pool_id: poolId,
    assets,
    amounts: {
      kind: 'amounts',
      unit: 'assets',
      describe: "How much of each token; 0 of the pool's own",
    },
    minimum: { kind: 'minimum', unit: 'pool', describe: 'Minimum liquidity to receive' },
    exact_out: {
      kind: 'flag',
      fallback: false,
      describe: 'Whether exactly the minimum is received, for the amounts at most',
    },
    user_data: {
      ...userData,
      describe: 'User data of the pool for other ways in; the minimum is then not needed',
    },
  },
  signature:
    'joinPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] maxAmountsIn, bytes userData, bool fromInternalBalance) req)',
  rules,
  target: 'vault',
  arguments: (values) => [
    values.pool_id,
    values.self,
    values.self,
    [values.assets, values.amounts, joiningOf(values), false],
  ],
  approvals: [{ token: 'assets', spender: 'vault', amount: 'amounts', except: 'pool' }],
  sizes: [2, 3, 4, 5, 6, 7, 8],
})

const exit = defineAction({
  route: 'balancer_v2/exit',
  name: 'Exit',
  description: 'Takes all tokens out of a pool, in the proportion that it has.',
  sentence: 'Exit {pool} with {amount}',
  parameters: {
    vault,
    pool,
    pool_id: poolId,
    assets,
    amount: { kind: 'amount', unit: 'pool', all: 'balance', describe: 'Liquidity to give back' },
    minimums: {
      kind: 'minimums',
      unit: 'assets',
      describe: "Minimum of each token to receive; 0 of the pool's own",
    },
    user_data: {
      ...userData,
      describe:
        'User data of the pool for other ways out; it sets how much is given back, not the amount',
    },
  },
  signature:
    'exitPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] minAmountsOut, bytes userData, bool toInternalBalance) req)',
  rules,
  target: 'vault',
  arguments: (values) => [
    values.pool_id,
    values.self,
    values.self,
    [
      values.assets,
      values.minimums,
      values.user_data === '0x' ? exitProportional(values, values.amount) : values.user_data,
      false,
    ],
  ],
  sizes: [2, 3, 4, 5, 6, 7, 8],
})

/** The actions of a strategist with Balancer v2. */
const balancerV2Actions = [swap, join, exit, ...gaugeActions] as const

type BalancerJoin = Parameters<typeof joinExactIn>[0] & {
  readonly exact_out: boolean
  readonly user_data: `0x${string}`
}

function joiningOf(request: BalancerJoin): `0x${string}` {
  if (request.user_data !== '0x') return request.user_data
  return request.exact_out ? joinExactOut(request.minimum) : joinExactIn(request)
}

/** Balancer v2. */
export const protocol = {
  name: 'balancer_v2',
  title: 'Balancer v2',
  appUrl: 'https://balancer.fi',
  decoders: [balancerV2],
  actions: [...balancerV2Actions, ...flashLoanActions],
  unquoted: {
    liquidity: ['join', 'exit'],
    stake: ['stake'],
  },
} as const satisfies Protocol
