import { type Address, zeroAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { type Action, defineAction } from '../action/action.ts'
import type {
  AccountParameter,
  AmountParameter,
  MinimumParameter,
  RawParameter,
} from '../action/parameter.ts'
import { market, noOrders, ofMarket, router, rules, signatureOf, wideGuess } from './market.ts'

/** The field in which a maker's order names the YT. */
const ytField = 5

const order: AbiValue = [
  0n,
  0n,
  0n,
  0n,
  zeroAddress,
  zeroAddress,
  zeroAddress,
  zeroAddress,
  0n,
  0n,
  0n,
  '0x',
]

/** The contract that keeps what makers signed. */
export const limitRouter = {
  kind: 'account',
  role: 'limit_router',
  describe: 'Limit order router of Pendle',
} as const satisfies AccountParameter

/** Orders of makers that are filled. */
export const fills = {
  kind: 'raw',
  type: '((uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes),bytes,uint256)[]',
  sample: [[order, '0x', 0n]],
  describe:
    'Orders of makers, each with its signature and how much is filled, as the API gives them',
} as const satisfies RawParameter

/**
 * Names the YT in orders that name none; what a maker signed stays as it is, and a leaf of another YT refuses it.
 */
export function forYt(orders: AbiValue, yt: Address): AbiValue {
  if (!Array.isArray(orders)) return orders
  return orders.map((fill: AbiValue): AbiValue => {
    if (!Array.isArray(fill) || !Array.isArray(fill[0])) return fill
    return fill[0][ytField] === zeroAddress ? [fill[0].with(ytField, yt), ...fill.slice(1)] : fill
  })
}

type Leg = 'sy' | 'pt' | 'yt'

/** A swap in a market. */
type Swap = {
  /** Last half of its route. */
  readonly action: string
  readonly name: string
  readonly call: Parameters<typeof signatureOf>[0]
  readonly from: Leg
  readonly into: Leg
  /** The router looks for the amount that comes out. */
  readonly guesses?: true
  /** Swaps of SY may fill limit orders on the way. */
  readonly fillsOrders?: true
}

const swaps: readonly Swap[] = [
  {
    action: 'buy_pt',
    name: 'Buy PT',
    call: 'swapExactSyForPt',
    from: 'sy',
    into: 'pt',
    guesses: true,
    fillsOrders: true,
  },
  {
    action: 'sell_pt',
    name: 'Sell PT',
    call: 'swapExactPtForSy',
    from: 'pt',
    into: 'sy',
    fillsOrders: true,
  },
  {
    action: 'buy_yt',
    name: 'Buy YT',
    call: 'swapExactSyForYt',
    from: 'sy',
    into: 'yt',
    guesses: true,
    fillsOrders: true,
  },
  {
    action: 'sell_yt',
    name: 'Sell YT',
    call: 'swapExactYtForSy',
    from: 'yt',
    into: 'sy',
    fillsOrders: true,
  },
  {
    action: 'swap_pt_for_yt',
    name: 'Swap PT for YT',
    call: 'swapExactPtForYt',
    from: 'pt',
    into: 'yt',
    guesses: true,
  },
  {
    action: 'swap_yt_for_pt',
    name: 'Swap YT for PT',
    call: 'swapExactYtForPt',
    from: 'yt',
    into: 'pt',
    guesses: true,
  },
]

/** Swaps in markets, each also with limit orders where the router takes them. */
export const swapActions: readonly Action[] = [
  ...swaps.map(plainOf),
  ...swaps.filter(({ fillsOrders }) => fillsOrders === true).map(withOrdersOf),
]

function plainOf(swap: Swap): Action {
  const { from, into, name, fillsOrders } = swap
  return defineAction({
    ...commonOf(swap),
    route: `pendle/${swap.action}`,
    name,
    sentence: `${name} with {amount} in {market}`,
    parameters: { router, market, [from]: ofMarket[from], [into]: ofMarket[into], ...priced(swap) },
    arguments: (values) => [
      ...headOf(values),
      ...guessOf(swap),
      ...(fillsOrders === true ? [noOrders] : []),
    ],
  })
}

function withOrdersOf(swap: Swap): Action {
  const { from, into, name } = swap
  return defineAction({
    ...commonOf(swap),
    route: `pendle/${swap.action}_with_orders`,
    name: `${name} with limit orders`,
    sentence: `${name} with {amount} in {market}, filling limit orders`,
    parameters: {
      router,
      market,
      limit_router: limitRouter,
      [from]: ofMarket[from],
      [into]: ofMarket[into],
      yt: ofMarket.yt,
      ...priced(swap),
      normal_fills: fills,
      flash_fills: { ...fills, fallback: [], sample: [] },
    },
    arguments: (values) => [
      ...headOf(values),
      ...guessOf(swap),
      [
        values.limit_router as Address,
        0n,
        forYt(values.normal_fills as AbiValue, values.yt as Address),
        forYt(values.flash_fills as AbiValue, values.yt as Address),
        '0x',
      ],
    ],
  })
}

function commonOf({ call, from, into }: Swap) {
  // Source: @pendle/core-v2 6.11.0, whose router refuses both with INVALID_SELECTOR.
  const note =
    from === 'sy' || into === 'sy' ? '' : '; version 4 of the router has no such function'
  return {
    description: `Swaps ${from.toUpperCase()} for ${into.toUpperCase()} of the same market${note}.`,
    signature: signatureOf(call),
    rules,
    target: 'router',
    approvals: [{ token: from, spender: 'router', amount: 'amount' }],
  } as const
}

function priced({ from, into }: Swap) {
  return {
    amount: {
      kind: 'amount',
      unit: from,
      all: 'balance',
      describe: `How much ${from.toUpperCase()} is sold`,
    } satisfies AmountParameter,
    minimum: {
      kind: 'minimum',
      unit: into,
      describe: `Minimum ${into.toUpperCase()} that must be bought`,
    } satisfies MinimumParameter,
  } as const
}

function headOf({ self, market, amount, minimum }: { readonly [name: string]: AbiValue }) {
  return [self!, market!, amount!, minimum!]
}

function guessOf({ guesses }: Swap): readonly AbiValue[] {
  return guesses === true ? [wideGuess] : []
}
