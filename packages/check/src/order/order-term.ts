import { type Address, isSameAddress, printUnits } from '@vaultwright/base'
import { emptyAppData, type OrderTerms } from '@vaultwright/protocols'
import { buyAmountAt, type SwapToken } from '@vaultwright/swap'
import type { AskedCheck } from '../built/asked-call.ts'
import { baseUnitsOf } from '../quote/amount.ts'

/** An order, as it was put in. */
export type AskedOrder = {
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
}

/** Compares the terms of an order with what was asked for: amounts of tokens without known decimals by base units alone. */
export function compareTerms(terms: OrderTerms, order: AskedOrder, vault: Address): AskedCheck {
  const amounts = [compareSale(terms, order), compareMinimum(terms, order)]
  return {
    problems: [
      ...accountProblems(terms, order, vault),
      ...fixedProblems(terms, order),
      ...amounts.flatMap(({ problem }) => problem ?? []),
    ],
    notes: amounts.flatMap(({ note }) => note ?? []),
    isWhole: amounts.every(({ note }) => note === null),
  }
}

/** An amount that differs, or that cannot be compared. */
type AmountCheck = { readonly problem: string | null; readonly note: string | null }

const same: AmountCheck = { problem: null, note: null }
const unlike = (problem: string): AmountCheck => ({ problem, note: null })
const unknown = (note: string): AmountCheck => ({ problem: null, note })

function compareSale({ sellAmount }: OrderTerms, order: AskedOrder): AmountCheck {
  const { decimals } = order.sellToken
  const { rawSellAmount: raw, sellAmount: shown } = order
  const amount = raw === undefined ? baseUnitsOf(shown ?? '', decimals) : BigInt(raw)
  if (amount === sellAmount) return same
  const request = raw === undefined ? shown : `${raw} base units`
  if (amount !== null)
    return unlike(
      `You asked to sell ${request}; the order sells ${amountText(sellAmount, decimals)}.`,
    )
  return unknown(
    `The order sells ${sellAmount} base units: whether that is ${request}, its decimals tell.`,
  )
}

function compareMinimum({ sellAmount, buyAmount }: OrderTerms, order: AskedOrder): AmountCheck {
  const {
    rawMinBuyAmount: raw,
    minBuyAmount: shown,
    limitPrice: price,
    sellToken,
    buyToken,
  } = order
  const [sell, buy] = [sellToken.decimals, buyToken.decimals]
  const request = price ?? shown ?? `${raw} base units`
  const minimum =
    raw !== undefined
      ? BigInt(raw)
      : shown !== undefined
        ? baseUnitsOf(shown, buy)
        : price === null || sell === null || buy === null
          ? null
          : buyAmountAt(price, sellAmount, { sell, buy })
  if (minimum === buyAmount) return same
  const taken = amountText(buyAmount, buy)
  if (minimum !== null && price !== null)
    return unlike(`Your price gives ${amountText(minimum, buy)}; the order takes ${taken}.`)
  if (minimum !== null)
    return unlike(`You asked for at least ${request}; the order takes ${taken}.`)
  return unknown(
    `The order takes ${buyAmount} base units: whether that is as ${request} asks, decimals tell.`,
  )
}

function amountText(amount: bigint, decimals: number | null): string {
  return decimals === null ? `${amount} base units` : printUnits(amount, decimals)
}

function accountProblems(
  terms: OrderTerms,
  { sellToken, buyToken }: AskedOrder,
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

function fixedProblems(terms: OrderTerms, { isPartiallyFillable }: AskedOrder): readonly string[] {
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
