import { printUnits } from '@vaultwright/base'
import type { RequestedOrder } from '@vaultwright/check'
import { plainAmount } from '@vaultwright/check'
import {
  buyAmountAt,
  defaultOrderSeconds,
  limitPriceOf,
  maxBookSeconds,
  maxOrderParts,
  minimumOrderSeconds,
} from '@vaultwright/swap'
import type { OrderOfferData, SwapPairData } from '@vaultwright/wire'
import { amountProblem } from '../text/amount.ts'

/** A limit order's form, as it was put in. */
export type OrderFields = {
  readonly amount: string
  readonly price: string
  readonly length: string
  readonly unit: keyof typeof lifeUnits
  /** The number of equal orders of consecutive windows that sell it. */
  readonly parts: string
  readonly isPartiallyFillable: boolean
  readonly publish: boolean
}

/** Seconds of each unit that a life is counted in. */
export const lifeUnits = { minutes: 60, hours: 3_600, days: 86_400 } as const

/** The form before anything is put in. */
export const emptyOrder: OrderFields = {
  amount: '',
  price: '',
  length: String(defaultOrderSeconds / lifeUnits.hours),
  unit: 'hours',
  parts: '1',
  isPartiallyFillable: false,
  publish: false,
}

/** The form of an order at the price of a book; its price is exact, so its limit is the book's amount. */
export function orderFieldsOf(
  { request }: OrderOfferData,
  { sell_token, buy_token }: SwapPairData,
): OrderFields {
  const sellAmount = BigInt(request.raw_sell_amount)
  const [sell, buy] = [sell_token.decimals ?? 0, buy_token.decimals ?? 0]
  const buyAmount = BigInt(request.raw_min_buy_amount)
  return {
    ...emptyOrder,
    amount: printUnits(sellAmount, sell),
    price: limitPriceOf({ sellAmount, buyAmount }, { sell, buy }),
    length: String(Math.floor(request.valid_for_seconds / lifeUnits.minutes)),
    unit: 'minutes',
    publish: true,
  }
}

/** The problems of a form, by field. */
export type OrderProblems = {
  readonly amount?: string
  readonly price?: string
  readonly length?: string
  readonly parts?: string
}

/** Checks a form before anything is asked. */
export function orderProblemsOf(input: OrderFields, { sell_token }: SwapPairData): OrderProblems {
  const amount = amountProblem(input.amount.trim(), sell_token)
  const price = input.price.trim()
  const isPrice = /^(0|[1-9]\d{0,77})(\.\d{1,120})?$/.test(price) && /[1-9]/.test(price)
  const seconds = BigInt(secondsOf(input))
  const parts = partsOf(input)
  return {
    ...(amount === null ? {} : { amount }),
    ...(isPrice ? {} : { price: `"${price}" is not a price. Give digits above zero.` }),
    ...(seconds >= minimumOrderSeconds && seconds <= maxBookSeconds
      ? {}
      : { length: 'An order is valid from 5 minutes to 365 days.' }),
    ...(parts === null
      ? { parts: `"${input.parts}" is not a number of parts. Give 1 to ${maxOrderParts}.` }
      : seconds >= minimumOrderSeconds * BigInt(parts)
        ? {}
        : {
            parts: `${parts} parts need ${5 * parts} minutes in all: each is valid for 5 at least.`,
          }),
  }
}

/** The request of a form. */
export function orderAsked(
  input: OrderFields,
  pair: SwapPairData,
): RequestedOrder & {
  readonly sellAmount: string
  readonly limitPrice: string
  readonly parts: number
} {
  const tokenOf = (token: SwapPairData['sell_token']) => ({
    ...token,
    address: token.address as RequestedOrder['sellToken']['address'],
  })
  return {
    sellToken: tokenOf(pair.sell_token),
    buyToken: tokenOf(pair.buy_token),
    sellAmount: plainAmount(input.amount.trim()),
    limitPrice: plainAmount(input.price.trim()),
    validForSeconds: secondsOf(input),
    isPartiallyFillable: input.isPartiallyFillable,
    parts: partsOf(input) ?? 1,
  }
}

/** Writes what the whole order buys at least; null while an amount or the price is missing. */
export function leastOf(input: OrderFields, pair: SwapPairData): string | null {
  const { amount, price } = orderProblemsOf(input, pair)
  const [sell, buy] = [pair.sell_token.decimals ?? 0, pair.buy_token.decimals ?? 0]
  if (amount !== undefined || price !== undefined) return null
  const [whole = '', fraction = ''] = plainAmount(input.amount.trim()).split('.')
  const sellAmount = BigInt(whole + fraction.padEnd(sell, '0'))
  return String(buyAmountAt(plainAmount(input.price.trim()), sellAmount, { sell, buy }))
}

function partsOf({ parts }: OrderFields): number | null {
  const count = /^\d{1,2}$/.test(parts.trim()) ? Number(parts) : 0
  return count >= 1 && count <= maxOrderParts ? count : null
}

function secondsOf({ length, unit }: OrderFields): number {
  return /^\d{1,6}$/.test(length.trim()) ? Number(length) * lifeUnits[unit] : 0
}
