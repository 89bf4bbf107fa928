import { defineAction } from '../action/action.ts'
import type { AccountParameter, FlagParameter } from '../action/parameter.ts'
import { deadline } from '../uniswap-v3/swap-action.ts'
import { velodrome } from './function.ts'

const rules = [velodrome] as const
const router = {
  kind: 'account',
  role: 'router',
  describe: 'Router of pools without positions',
} as const satisfies AccountParameter
const stable = {
  kind: 'flag',
  describe:
    'Whether the pool is one for tokens of like worth: a pair may have one of each kind, and adding makes what is missing',
} as const satisfies FlagParameter
const tokens = {
  token_a: { kind: 'token', describe: 'One token of the pool' },
  token_b: { kind: 'token', describe: 'The other token of the pool' },
} as const
const minimums = {
  minimum_a: { kind: 'minimum', unit: 'token_a', describe: 'The least of the one token' },
  minimum_b: { kind: 'minimum', unit: 'token_b', describe: 'The least of the other token' },
} as const

const addLiquidity = defineAction({
  route: 'velodrome/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts two tokens into a pool without positions.',
  sentence: 'Add {amount_a} and {amount_b} to the pool of both (stable: {stable})',
  parameters: {
    router,
    ...tokens,
    stable,
    amount_a: { kind: 'amount', unit: 'token_a', describe: 'The most of the one token' },
    amount_b: { kind: 'amount', unit: 'token_b', describe: 'The most of the other token' },
    ...minimums,
    deadline,
  },
  signature:
    'addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  rules,
  target: 'router',
  arguments: (values) => [
    values.token_a,
    values.token_b,
    values.stable,
    values.amount_a,
    values.amount_b,
    values.minimum_a,
    values.minimum_b,
    values.self,
    values.deadline,
  ],
  approvals: [
    { token: 'token_a', spender: 'router', amount: 'amount_a' },
    { token: 'token_b', spender: 'router', amount: 'amount_b' },
  ],
})

const removeLiquidity = defineAction({
  route: 'velodrome/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes both tokens out of a pool without positions.',
  sentence: 'Remove {amount} from the pool of {token_a} and {token_b} (stable: {stable})',
  parameters: {
    router,
    ...tokens,
    stable,
    pool: { kind: 'token', role: 'pool', describe: 'Token of the liquidity: the pool itself' },
    amount: { kind: 'amount', unit: 'pool', all: 'balance', describe: 'Liquidity to give back' },
    ...minimums,
    deadline,
  },
  signature:
    'removeLiquidity(address tokenA, address tokenB, bool stable, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  rules,
  target: 'router',
  arguments: (values) => [
    values.token_a,
    values.token_b,
    values.stable,
    values.amount,
    values.minimum_a,
    values.minimum_b,
    values.self,
    values.deadline,
  ],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

/** Pools whose liquidity is a token. */
export const poolActions = [addLiquidity, removeLiquidity] as const
