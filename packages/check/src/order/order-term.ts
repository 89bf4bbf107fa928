import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { emptyAppData, type OrderTerms } from '@vaultwright/protocols'
import { buyAmountAt, type SwapToken } from '@vaultwright/swap'
import type { ComparisonContext, RequestComparison } from '../built/action-comparison.ts'
import { amountText, baseUnitsOf } from '../quote/amount.ts'

/** An order, as it was put in. */
export type RequestedOrder = {
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** Display units; null where base units were given. */
  readonly sellAmount: string | null
  /** Base units. */
  readonly rawSellAmount?: string | undefined
  /** Display units of the bought token for one of the sold; null where a minimum was given. */
  readonly limitPrice: string | null
  /** Display units. */
  readonly minBuyAmount?: string | undefined
  /** Base units. */
  readonly rawMinBuyAmount?: string | undefined
  readonly validForSeconds: number
  readonly isPartiallyFillable: boolean
  /** The number of orders of consecutive windows that sell it; one by default. */
  readonly parts?: number
  /** The order whose place it takes; none by default. */
  readonly replaces?: Hex
}

/**
 * Compares the terms of an order with what was asked for. Amounts in display units of a token that the published record
 * does not have are open: its decimals are the word of the service, or not known.
 */
export function compareTerms(
  terms: OrderTerms,
  order: RequestedOrder,
  { vault, units }: ComparisonContext,
): RequestComparison {
  const isRecorded = ({ address, decimals }: SwapToken) => units(address)?.decimals === decimals
  const amounts = [compareSale(terms, order, isRecorded), compareMinimum(terms, order, isRecorded)]
  return {
    problems: [
      ...accountProblems(terms, order, vault),
      ...fixedProblems(terms, order),
      ...amounts.flatMap(({ problem }) => problem ?? []),
    ],
    notes: [],
    uncompared: amounts.flatMap(({ open }) => open ?? []),
  }
}

/** An amount that differs, or that cannot be compared. */
type AmountCheck = { readonly problem: string | null; readonly open: string | null }

const same: AmountCheck = { problem: null, open: null }
const unlike = (problem: string): AmountCheck => ({ problem, open: null })
const unknown = (open: string): AmountCheck => ({ problem: null, open })

type TokenQuestion = (token: SwapToken) => boolean

function compareSale(
  { sellAmount }: OrderTerms,
  order: RequestedOrder,
  isRecorded: TokenQuestion,
): AmountCheck {
  const { decimals } = order.sellToken
  const { rawSellAmount: raw, sellAmount: shown } = order
  const amount = raw === undefined ? baseUnitsOf(shown ?? '', decimals) : BigInt(raw)
  const isCertain = raw !== undefined || isRecorded(order.sellToken)
  if (amount === sellAmount && isCertain) return same
  const request = raw === undefined ? shown : `${raw} base units`
  if (amount !== null && amount !== sellAmount)
    return unlike(
      `You asked to sell ${request}; the order sells ${amountText(sellAmount, decimals)}.`,
    )
  return unknown(
    `The order sells ${sellAmount} base units: whether that is ${request}, its decimals tell, and the published record does not have the token.`,
  )
}

function compareMinimum(
  { sellAmount, buyAmount }: OrderTerms,
  order: RequestedOrder,
  isRecorded: TokenQuestion,
): AmountCheck {
  const { rawMinBuyAmount: raw, minBuyAmount: shown, limitPrice: price } = order
  const { sellToken, buyToken } = order
  const buy = buyToken.decimals
  const request = price ?? shown ?? `${raw} base units`
  const minimum = minimumOf(order, sellAmount)
  const isCertain =
    raw !== undefined || (isRecorded(buyToken) && (shown !== undefined || isRecorded(sellToken)))
  if (minimum === buyAmount && isCertain) return same
  const taken = amountText(buyAmount, buy)
  const isOther = minimum !== null && minimum !== buyAmount
  if (isOther && price !== null)
    return unlike(`Your price gives ${amountText(minimum, buy)}; the order takes ${taken}.`)
  if (isOther) return unlike(`You asked for at least ${request}; the order takes ${taken}.`)
  return unknown(
    `The order takes ${buyAmount} base units: whether that is as ${request} asks, decimals tell, and the published record does not have them.`,
  )
}

/** The minimum that was asked for all of an amount, base units; null where decimals are missing. */
export function minimumOf(order: RequestedOrder, sellAmount: bigint): bigint | null {
  const { rawMinBuyAmount: raw, minBuyAmount: shown, limitPrice: price } = order
  const [sell, buy] = [order.sellToken.decimals, order.buyToken.decimals]
  if (raw !== undefined) return BigInt(raw)
  if (shown !== undefined) return baseUnitsOf(shown, buy)
  if (price === null || sell === null || buy === null) return null
  return buyAmountAt(price, sellAmount, { sell, buy })
}

function accountProblems(
  terms: OrderTerms,
  { sellToken, buyToken }: RequestedOrder,
  vault: Address,
): readonly string[] {
  const accounts = [
    ['sells', terms.sellToken, sellToken.address],
    ['buys', terms.buyToken, buyToken.address],
    ['pays', terms.receiver, vault],
  ] as const
  return accounts.flatMap(([what, actual, expected]) =>
    isSameAddress(actual, expected) ? [] : [`The order ${what} ${actual}, not ${expected}.`],
  )
}

function fixedProblems(
  terms: OrderTerms,
  { isPartiallyFillable }: RequestedOrder,
): readonly string[] {
  const fixed = [
    ['kind', terms.kind, 'sell'],
    ['fee', String(terms.feeAmount), '0'],
    ['appData', terms.appData, emptyAppData],
    ['balance of what is sold', terms.sellTokenBalance, 'erc20'],
    ['balance of what is bought', terms.buyTokenBalance, 'erc20'],
  ] as const
  return [
    ...(terms.isPartiallyFillable === isPartiallyFillable
      ? []
      : [`The order ${terms.isPartiallyFillable ? 'may' : 'may not'} be filled in parts.`]),
    ...fixed.flatMap(([name, actual, expected]) =>
      actual === expected ? [] : [`The ${name} of the order is ${actual}, not ${expected}.`],
    ),
  ]
}
