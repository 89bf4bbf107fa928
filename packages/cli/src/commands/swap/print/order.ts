import type { AllowanceChange, LimitOrderPlan } from '@vaultwright/operations'
import { orderBookBodyOf } from '@vaultwright/protocols'
import type { SwapToken } from '@vaultwright/swap'
import { orderTermsOf } from '@vaultwright/wire'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printSafely, printTime } from '../../../terminal/table.ts'
import {
  type BuiltFileOptions,
  type BuiltHere,
  builtJsonOf,
  printBuilt,
} from '../../../transaction/built.ts'
import { limitText } from './orders.ts'
import { printAmount } from './token.ts'

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
  const { terms, digest, uid, contracts, allowance } = plan
  const { settlement, relayer } = contracts
  return {
    ...builtJsonOf(here),
    order: orderTermsOf(terms),
    order_digest: digest,
    order_uid: uid,
    settlement,
    vault_relayer: relayer,
    eip712: {
      domain: { ...orderDomain, chainId, verifyingContract: settlement },
      primaryType: 'Order',
    },
    allowance: allowanceJsonOf(allowance),
    order_book: {
      method: 'POST',
      path: '/api/v1/orders',
      body: { ...orderBookBodyOf(terms, terms.receiver) },
      published: publication !== null,
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
  const { terms, contracts, available } = plan
  const request = `Sell ${printAmount(terms.sellAmount, sellToken)} for at least ${printAmount(terms.buyAmount, buyToken)}`
  const limit = limitText({ state: plan, sellToken, buyToken })
  yield `${style.bold(printSafely(request + limit))}\n`
  yield* printPairs(
    [
      ['valid until', `${printTime(terms.validTo)} (${terms.validTo})`],
      ['receiver', terms.receiver],
      ['in parts', terms.isPartiallyFillable ? 'yes' : 'no'],
      ['uid', plan.uid],
      ['digest', plan.digest],
      ['settlement', contracts.settlement],
      ['relayer', contracts.relayer],
      ['allowance', printChange(plan.allowance, sellToken)],
      ['available', printAmount(available, sellToken)],
      ...(publication === null ? [] : [['order book', publicationText(publication)] as const]),
      ['block', `${plan.block.number}, ${plan.block.hash}`],
    ],
    style,
  )
  yield '\n'
  yield* printBuilt(here, options, style)
}

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
