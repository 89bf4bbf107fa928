import type { Address, Hex } from '@vaultwright/base'
import type { AllowanceChange, FillValue, LimitOrderPlan } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import { orderBookBodyOf } from '@vaultwright/protocols'
import {
  limitPriceOf,
  type NamedOrder,
  type OrderState,
  printBps,
  type SwapToken,
} from '@vaultwright/swap'
import { orderTermsOf, swapOrderOf } from '@vaultwright/wire'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printSafely, printTable, printTime } from '../../../terminal/table.ts'
import {
  type BuiltFileOptions,
  type BuiltHere,
  builtJsonOf,
  printBuilt,
} from '../../../transaction/built.ts'
import { printAmount, printToken } from './token.ts'

/** A limit order that was built. */
export type OrderBuilt = {
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  readonly plan: LimitOrderPlan
  readonly here: BuiltHere
  readonly chainId: number
  /** The answer of the order book; null if it was not asked. */
  readonly publication: { readonly book: string; readonly wasKnown: boolean } | null
}

/** Turns a limit order into the keys of the interface. */
export function orderBuiltJsonOf({ plan, here, chainId, publication }: OrderBuilt): Json {
  const { settlement, relayer } = plan.contracts
  return {
    ...builtJsonOf(here),
    ...orderNamesOf(plan, publication !== null),
    settlement,
    vault_relayer: relayer,
    eip712: {
      domain: { ...orderDomain, chainId, verifyingContract: settlement },
      primaryType: 'Order',
    },
    allowance: allowanceJsonOf(plan.allowance),
    ...(plan.parts.length > 1 && {
      parts: plan.parts.map((part, index) => ({
        ...orderNamesOf(part, publication !== null && index === 0),
        publish_at: printTime(part.startsAtUnix),
      })),
    }),
  }
}

/** Names an order, and says what an order book takes. */
function orderNamesOf({ terms, digest, uid }: NamedOrder, published: boolean) {
  return {
    order: orderTermsOf(terms),
    order_digest: digest,
    order_uid: uid,
    order_book: {
      method: 'POST',
      path: '/api/v1/orders',
      body: { ...orderBookBodyOf(terms, terms.receiver) },
      published,
    },
  }
}

/** Source: GPv2Signing. */
const orderDomain = { name: 'Gnosis Protocol', version: 'v2' } as const

/** Turns a change of an allowance into the keys of the interface. */
export function allowanceJsonOf({ before, openOrders, after }: AllowanceChange): Json {
  return { raw_before: before, raw_open_orders: openOrders, raw_after: after }
}

/** Prints a limit order: its terms and names, the allowance, then the calls and the calldata. */
export function* printOrderBuilt(
  order: OrderBuilt,
  options: Pick<BuiltFileOptions, 'calldata'>,
  style: TextStyle,
): Iterable<string> {
  const { sellToken, buyToken, plan, here, publication } = order
  const { parts, contracts, available } = plan
  const sumOf = (name: 'sellAmount' | 'buyAmount') =>
    parts.reduce((sum, { terms }) => sum + terms[name], 0n)
  const terms = {
    ...plan.terms,
    sellAmount: sumOf('sellAmount'),
    buyAmount: sumOf('buyAmount'),
    validTo: parts.at(-1)!.terms.validTo,
  }
  const request = `Sell ${printAmount(terms.sellAmount, sellToken)} for at least ${printAmount(terms.buyAmount, buyToken)}`
  const limit = limitText({ state: { terms }, sellToken, buyToken })
  yield `${style.bold(printSafely(request + limit))}\n`
  yield* printPairs(
    [
      ['valid until', `${printTime(terms.validTo)} (${terms.validTo})`],
      ['receiver', terms.receiver],
      ['in parts', terms.isPartiallyFillable ? 'yes' : 'no'],
      ...(parts.length > 1
        ? [['orders', String(parts.length)] as const]
        : ([
            ['uid', plan.uid],
            ['digest', plan.digest],
          ] as const)),
      ['settlement', contracts.settlement],
      ['relayer', contracts.relayer],
      ['allowance', printChange(plan.allowance, sellToken)],
      ['available', printAmount(available, sellToken)],
      ...(publication === null ? [] : [['order book', publicationText(publication)] as const]),
      ['block', `${plan.block.number}, ${plan.block.hash}`],
    ],
    style,
  )
  if (parts.length > 1) yield* printParts(order, style)
  yield '\n'
  yield* printBuilt(here, options, style)
}

/** Prints the windows of an order that is sold in parts, and what they do not bind. */
function* printParts(
  { plan, sellToken, buyToken }: OrderBuilt,
  style: TextStyle,
): Iterable<string> {
  const rows = plan.parts.map(({ terms, uid, startsAtUnix }) => [
    printTime(startsAtUnix),
    printTime(terms.validTo),
    printAmount(terms.sellAmount, sellToken),
    printAmount(terms.buyAmount, buyToken),
    uid,
  ])
  yield '\n'
  yield* printTable(partColumns, rows, style)
  yield 'Post each order when its window begins. The settlement knows its end alone: a solver that reads the chain may fill it before, at its limit or better.\n'
}

const partColumns = [
  { title: 'post at' },
  { title: 'valid until' },
  { title: 'sells', align: 'right' },
  { title: 'for at least', align: 'right' },
  { title: 'uid' },
] as const

function publicationText({ book, wasKnown }: NonNullable<OrderBuilt['publication']>): string {
  return wasKnown ? `${book} had it already` : `posted to ${book}`
}

/** Prints an allowance before and after, and the amount that older orders need. */
export function printChange(
  { before, openOrders, after }: AllowanceChange,
  token: SwapToken,
): string {
  const older =
    openOrders === 0n ? '' : `, of which ${printAmount(openOrders, token)} for open orders`
  return `${printAmount(before, token)} to ${printAmount(after, token)}${older}`
}

/** An order with what is printed beside it. */
export type PrintedOrder = {
  readonly state: OrderState
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** At which the state was read. */
  readonly block: BlockRef
  /** Null where the tree does not permit it. */
  readonly zeroingCall: {
    readonly target: Address
    readonly data: Hex
    readonly value: bigint
  } | null
  /** The worth of each trade at its block; left out where it was not read. */
  readonly fills?: readonly FillValue[]
}

/** Turns an order into the keys of the interface. */
export function orderJsonOf({ state, block, ...record }: PrintedOrder): Json {
  return swapOrderOf(state, {
    ...record,
    createdAtUnix: null,
    quoteId: null,
    blockNumber: block.number,
    orderBook: null,
  })
}

/** Prints orders as a table, then what deserves a look. */
export function* printOrders(orders: readonly PrintedOrder[], style: TextStyle): Iterable<string> {
  if (orders.length === 0) {
    yield 'The vault has no such order.\n'
    return
  }
  const rows = orders.map(({ state: { terms, ...state }, sellToken, buyToken }) => [
    ...stateCells({ ...terms, ...state, sellToken, buyToken }),
    state.uid,
  ])
  yield* printTable([...stateColumns, { title: 'uid' }], rows, style)
  for (const order of orders) yield* printWarnings(order, style)
}

/** The terms and the state of an order, as its row shows them. */
type OrderRow = Pick<OrderState['terms'], 'sellAmount' | 'buyAmount' | 'validTo'> &
  Pick<OrderState, 'status' | 'filledSell'> &
  Pick<PrintedOrder, 'sellToken' | 'buyToken'>

/** The cells of an order below {@link stateColumns}. */
export function stateCells({
  status,
  sellAmount,
  buyAmount,
  filledSell,
  validTo,
  sellToken,
  buyToken,
}: OrderRow): readonly string[] {
  return [
    status.replaceAll('_', ' '),
    printAmount(sellAmount, sellToken),
    printAmount(buyAmount, buyToken),
    filledSell === 0n ? '' : printAmount(filledSell, sellToken),
    printTime(validTo),
  ]
}

export const stateColumns = [
  { title: 'state' },
  { title: 'sells', align: 'right' },
  { title: 'for at least', align: 'right' },
  { title: 'sold', align: 'right' },
  { title: 'valid until' },
] as const

/** Prints one order: its terms, its state and its trades. */
export function* printOrder(order: PrintedOrder, style: TextStyle): Iterable<string> {
  const { state, sellToken, buyToken, block } = order
  const { terms, filledSell, filledBuy, remaining, fillable, trades } = state
  yield* printPairs(
    [
      ['order', state.uid],
      ['state', `${state.status.replaceAll('_', ' ')}, at block ${block.number}`],
      ['sells', printAmount(terms.sellAmount, sellToken)],
      ['for at least', `${printAmount(terms.buyAmount, buyToken)}${limitText(order)}`],
      ['receiver', terms.receiver],
      ['valid until', printTime(terms.validTo)],
      ['in parts', terms.isPartiallyFillable ? 'yes' : 'no'],
      ['sold', printAmount(filledSell, sellToken)],
      ['bought', printAmount(filledBuy, buyToken)],
      ['remaining', printAmount(remaining, sellToken)],
      ['fillable', printAmount(fillable, sellToken)],
    ],
    style,
  )
  yield* printWarnings(order, style)
  for (const [index, trade] of trades.entries()) {
    const { blockNumber, transactionHash, sellAmount, buyAmount } = trade
    const sold = `${printAmount(sellAmount, sellToken)} for ${printAmount(buyAmount, buyToken)}`
    const text = `${sold}${fillText(order, index, buyAmount)}`
    yield `trade  ${printSafely(text)}  ${style.dim(`block ${blockNumber}, ${transactionHash}`)}\n`
  }
}

/** Says how a fill compares with what the sold amount was worth at its block. */
function fillText({ fills, buyToken }: PrintedOrder, index: number, bought: bigint): string {
  const fill = fills?.[index]
  if (fill === undefined) return ''
  const { fairBuyAmount: fair, reason } = fill
  if (fair === null || fair === 0n) return `, worth not known: ${reason ?? 'its worth is zero'}`
  const loss = printBps(fair - bought, fair)
  const side = loss.startsWith('-') ? `${loss.slice(1)} bps above` : `${loss} bps below`
  return `, ${side} the ${printAmount(fair, buyToken)} that it was worth`
}

/** The price of an order's limit, where both tokens have decimals. */
function limitText({ state: { terms }, sellToken, buyToken }: LimitInput): string {
  if (sellToken.decimals === null || buyToken.decimals === null) return ''
  const price = limitPriceOf(terms, { sell: sellToken.decimals, buy: buyToken.decimals })
  return ` (${price} ${printToken(buyToken)} for 1 ${printToken(sellToken)})`
}

type LimitInput = Pick<PrintedOrder, 'sellToken' | 'buyToken'> & {
  readonly state: Pick<OrderState, 'terms'>
}

function* printWarnings({ state, sellToken }: PrintedOrder, style: TextStyle): Iterable<string> {
  for (const code of state.warnings) {
    const { uid, remaining, fillable, allowance } = state
    const text =
      code === 'underfunded'
        ? `Only ${printAmount(fillable, sellToken)} of ${printAmount(remaining, sellToken)} can be filled: balance or allowance is less.`
        : `The order has ended, and an allowance of ${printAmount(allowance, sellToken)} is left. "swap cancel" lowers it.`
    yield `${style.yellow('warning')}  ${printSafely(text)} ${style.dim(`[${code}] ${uid}`)}\n`
  }
}
