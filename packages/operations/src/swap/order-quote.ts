import { type Address, BaseError } from '@vaultwright/base'
import {
  type BookReading,
  marketOrderSeconds,
  minimumOrderSeconds,
  orderPermissionIn,
  orderRoute,
  type SwapMarket,
  type SwapRefusal,
  type SwapRequest,
  type SwapToken,
} from '@vaultwright/swap'
import type { SwapContext } from './swap-context.ts'

/** An order book's part in a quote: it is asked, or refused without being asked. */
export type BookQuestion = { readonly refusal: SwapRefusal | null }

type BookSale = {
  readonly context: SwapContext
  readonly bookQuestion: BookQuestion | null
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** Base units. */
  readonly sellAmount: bigint
}

type QuestionedMarket = {
  readonly market: SwapMarket
  /** The account that sells; null for the vault itself. */
  readonly drone: Address | null
}

/**
 * Tells whether an order book is asked beside the venues.
 *
 * @returns null where none is: one that the request names is refused with the reason instead.
 */
export function bookQuestionOf(
  { orderBook = null, build, policy, chain }: SwapContext,
  { sellToken, buyToken, venues }: SwapRequest,
  { market, drone }: QuestionedMarket,
): BookQuestion | null {
  const isNamed = venues?.includes(orderRoute) ?? false
  if (venues !== null && !isNamed) return null
  const refused = (code: string, message: string) =>
    isNamed ? { refusal: { code, message } } : null
  if (orderBook === null) {
    return refused('order_book_missing', `No order book of chain ${chain.id} is configured.`)
  }
  if (drone !== null) {
    return refused('limit_order_not_permitted', 'An order sells what the vault has, not a drone.')
  }
  if (lifeOf(policy) < minimumOrderSeconds) {
    const message = `The policy lets no order live for ${minimumOrderSeconds} seconds.`
    return refused('limit_order_not_permitted', message)
  }
  const { vault, manager, drones = [], chainId } = build
  const input = { owner: { vault, manager, drones }, chainId }
  const permission = orderPermissionIn(market, input, { sellToken, buyToken })
  if (permission.state === 'ready') return { refusal: null }
  return refused('limit_order_not_permitted', permission.why)
}

/**
 * Asks the order book of a quote what an order of the amount would be paid.
 *
 * @returns null where none takes part; a book that refuses, lies or is away is a failure, and never fails the quote.
 */
export async function readOrderQuote({
  context,
  bookQuestion,
  sellToken,
  buyToken,
  sellAmount,
}: BookSale): Promise<BookReading | null> {
  if (bookQuestion === null) return null
  const { orderBook = null, build, policy, signal } = context
  const validForSeconds = lifeOf(policy)
  const reading = { book: orderBook?.name ?? 'none', validForSeconds }
  if (orderBook === null || bookQuestion.refusal !== null)
    return { ...reading, offer: null, failure: bookQuestion.refusal }
  try {
    const offer = await orderBook.quote(
      {
        owner: build.vault,
        sellToken: sellToken.address,
        buyToken: buyToken.address,
        sellAmount,
        validForSeconds: Number(validForSeconds),
      },
      signal,
    )
    return { ...reading, offer, failure: null }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { ...reading, offer: null, failure: { code: error.code, message: error.shortMessage } }
  }
}

/** The life of an order at the price of the market: as long as the policy lets an order live, and 20 minutes at most. */
function lifeOf(policy: SwapContext['policy']): bigint {
  const most = policy === null ? marketOrderSeconds : BigInt(policy.maxOrderSeconds)
  return most < marketOrderSeconds ? most : marketOrderSeconds
}
