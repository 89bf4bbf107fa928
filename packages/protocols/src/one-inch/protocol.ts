import type { Address, Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import { wordIn } from '../action/calldata-word.ts'
import type { AccountParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { oneInch, oneInchOwned, swapV5Signature, swapV6Signature } from './function.ts'
import { unoswapActions } from './unoswap-action.ts'

const routerV5 = {
  kind: 'account',
  role: 'router_v5',
  describe: 'AggregationRouter v5',
} as const satisfies AccountParameter
const routerV6 = {
  kind: 'account',
  role: 'router_v6',
  describe: 'AggregationRouter v6',
} as const satisfies AccountParameter

const swapped = {
  token_in: { kind: 'token', describe: 'Token that is sold' },
  token_out: { kind: 'token', describe: 'Token that is bought' },
  amount: { kind: 'amount', unit: 'token_in', describe: 'How much the calldata sells' },
} as const
const planned = {
  executor: {
    kind: 'account',
    describe: 'Contract that carries the swap out, as the API names it',
  },
  ...swapped,
  data: { kind: 'bytes', describe: 'Calldata of the swap, as the API gives it' },
} as const
const approvals = [{ token: 'token_in', spender: 'router', amount: 'amount' }] as const

const rules = [oneInch, oneInchOwned] as const
const swapV5 = defineAction({
  route: 'one_inch/swap_v5',
  name: 'Swap through v5',
  description: 'Swaps one token for another as the API of 1inch planned it.',
  sentence: 'Swap {amount} for {token_out} through 1inch v5',
  parameters: { router: routerV5, ...planned },
  signature: swapV5Signature,
  rules,
  target: 'router',
  arguments: (values) => [values.executor, descriptionOf(values), '0x', '0x'],
  reads: ({ executor }) => ({ 'oneInchExecutor()': executor }),
  approvals,
  calldata: 'data',
  least: minimumIn,
})

const swapV6 = defineAction({
  route: 'one_inch/swap_v6',
  name: 'Swap through v6',
  description: 'Swaps one token for another as the API of 1inch planned it.',
  sentence: 'Swap {amount} for {token_out} through 1inch v6',
  parameters: { router: routerV6, ...planned },
  signature: swapV6Signature,
  rules,
  target: 'router',
  arguments: (values) => [values.executor, descriptionOf(values), '0x'],
  reads: ({ executor }) => ({ 'oneInchExecutor()': executor }),
  approvals,
  calldata: 'data',
  least: minimumIn,
})

/** Set in a pool's word when its second token is sold. Source: 1inch UnoswapV3Router. */
const oneForZero = 1n << 255n

const uniswapV3Swap = defineAction({
  route: 'one_inch/uniswap_v3_swap',
  name: 'Swap in a pool of Uniswap v3',
  description: 'Swaps one token for another in one pool of Uniswap v3, through 1inch v5.',
  sentence: 'Swap {amount} for {token_out} in {pool} through 1inch v5',
  parameters: {
    router: routerV5,
    pool: { kind: 'account', describe: 'Pool of Uniswap v3, or of a fork' },
    ...swapped,
    amount: { ...swapped.amount, all: 'balance', describe: 'How much is sold' },
    minimum: { kind: 'minimum', unit: 'token_out', describe: 'Minimum output' },
  },
  signature: 'uniswapV3Swap(uint256 amount, uint256 minReturn, uint256[] pools)',
  rules,
  target: 'router',
  arguments: ({ amount, minimum, pool, token_in, token_out }) => [
    amount,
    minimum,
    [BigInt(pool) | (BigInt(token_in) > BigInt(token_out) ? oneForZero : 0n)],
  ],
  approvals,
})

/** The actions of a strategist with 1inch. */
const oneInchActions = [swapV5, swapV6, uniswapV3Swap] as const

type PlannedSwap = {
  readonly executor: Address
  readonly token_in: Address
  readonly token_out: Address
  readonly amount: bigint
  readonly self: Address
}

/** The API has the executor receive what is sold, and asks for no less than a least that it knows. */
function descriptionOf({ executor, token_in, token_out, amount, self }: PlannedSwap): AbiValue {
  return [token_in, token_out, executor, self, amount, 1n, 0n]
}

/** The description stands among the arguments: executor, two tokens, two receivers, amount, least. */
function minimumIn(calldata: Hex): bigint | null {
  return wordIn(calldata, 6)
}

/** 1inch. */
export const protocol = {
  name: 'one_inch',
  title: '1inch',
  appUrl: 'https://app.1inch.io',
  decoders: [oneInch, oneInchOwned],
  actions: [...oneInchActions, ...unoswapActions],
  price: 'route',
} as const satisfies Protocol
