import { defineAction } from '../action/action.ts'
import { uniswapV4 } from './function.ts'
import { encodePlan } from './plan.ts'
import { deadline, hookData, keyOf, nativeOf, poolParameters } from './pool.ts'

const execute = 'execute(bytes commands, bytes[] inputs, uint256 deadline)'
/** Command of the Universal Router: a plan of Uniswap v4. */
const v4Swap = '0x10'

const router = {
  kind: 'account',
  role: 'universal_router',
  describe: 'Universal Router',
} as const

const sold = {
  kind: 'token',
  describe: 'Token that is sold; the zero address is the native coin',
} as const
const bought = {
  kind: 'token',
  describe: 'Token that is bought; the zero address is the native coin',
} as const

const limits = {
  exact_out: {
    kind: 'flag',
    fallback: false,
    describe: 'Whether exactly the minimum is bought, for the amount at most',
  },
  amount: { kind: 'amount', unit: 'token_in', describe: 'How much is sold, or may be at most' },
  minimum: { kind: 'minimum', unit: 'token_out', describe: 'Minimum output' },
} as const

type PoolSwapValues = {
  readonly exact_out: boolean
  readonly amount: bigint
  readonly minimum: bigint
  readonly hook_data: `0x${string}`
  readonly token_in: `0x${string}`
  readonly token_out: `0x${string}`
  readonly fee: bigint
  readonly tick_spacing: bigint
  readonly hooks: `0x${string}`
}

/** A swap in one pool, what it sells paid, and what it buys taken. */
function planOf(values: PoolSwapValues, zeroForOne: boolean): `0x${string}` {
  const { exact_out, amount, minimum, hook_data, token_in, token_out } = values
  const pair = zeroForOne ? ([token_in, token_out] as const) : ([token_out, token_in] as const)
  const [fixed, limit] = exact_out ? [minimum, amount] : [amount, minimum]
  return encodePlan([
    [
      exact_out ? 'swapExactOut' : 'swapExactIn',
      [[keyOf(pair, values), zeroForOne, fixed, limit, hook_data]],
    ],
    ['settleAll', [token_in, amount]],
    ['takeAll', [token_out, minimum]],
  ])
}

const zeroForOne = defineAction({
  route: 'uniswap_v4/swap_zero_for_one',
  name: 'Swap the lower token',
  description: 'Sells the token of a pool with the lower address for the other.',
  sentence: 'Swap {amount} for at least {minimum} of {token_out} in a pool with hooks {hooks}',
  parameters: {
    router,
    token_in: sold,
    token_out: { ...bought, above: 'token_in' },
    ...poolParameters,
    ...limits,
    hook_data: hookData,
    deadline,
  },
  signature: execute,
  rules: [uniswapV4],
  target: 'router',
  arguments: (values) => [v4Swap, [planOf(values, true)], values.deadline],
  sends: 'either',
  value: ({ token_in, amount }) => nativeOf(token_in, amount),
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount', through: 'permit2' }],
})

const oneForZero = defineAction({
  route: 'uniswap_v4/swap_one_for_zero',
  name: 'Swap the higher token',
  description: 'Sells the token of a pool with the higher address for the other.',
  sentence: 'Swap {amount} for at least {minimum} of {token_out} in a pool with hooks {hooks}',
  parameters: {
    router,
    token_in: { ...sold, above: 'token_out' },
    token_out: bought,
    ...poolParameters,
    ...limits,
    hook_data: hookData,
    deadline,
  },
  signature: execute,
  rules: [uniswapV4],
  target: 'router',
  arguments: (values) => [v4Swap, [planOf(values, false)], values.deadline],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount', through: 'permit2' }],
})

/** Swaps in one pool of Uniswap v4. */
export const swapActions = [zeroForOne, oneForZero] as const
