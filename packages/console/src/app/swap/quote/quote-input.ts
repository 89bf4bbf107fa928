import type { RequestedQuote } from '@vaultwright/check'
import { plainAmount } from '@vaultwright/check'
import { orderRoute } from '@vaultwright/swap'
import type { SwapPairData, SwapQuoteRequest } from '@vaultwright/wire'
import { amountProblem } from '../text/amount.ts'

/** A quote's form, as it was put in. */
export type QuoteFields = {
  /** Of the token that is sold, or of the one that is bought. */
  readonly amount: string
  readonly isAll: boolean
  /** True if the amount is bought, and what is sold follows from it. */
  readonly isBuying: boolean
  /** The most that may be sold for it; empty for the balance above the reserve. */
  readonly maxSell: string
  /** Basis points. */
  readonly slippage: string
  /** Routes that are left out. */
  readonly without: readonly string[]
  /** Third parties' calldata, by route. */
  readonly calldata: Readonly<Record<string, string>>
  readonly canSplit: boolean
  readonly canHop: boolean
  readonly withRefused: boolean
}

/** The form before anything is put in. */
export const emptyQuote: QuoteFields = {
  amount: '',
  isAll: false,
  isBuying: false,
  maxSell: '',
  slippage: '30',
  without: [],
  calldata: {},
  canSplit: true,
  canHop: false,
  withRefused: true,
}

/** The problems of a form, by field. */
export type QuoteProblems = {
  readonly amount?: string
  readonly maxSell?: string
  readonly slippage?: string
  readonly venues?: string
}

/** Lists the routes of a pair that can be tried, each once; the order book comes last. */
export function quotableRoutes({ venues, limit_order }: SwapPairData): readonly string[] {
  const usable = venues.filter(({ state }) => state === 'ready' || state === 'needs_calldata')
  const book = limit_order.state === 'ready' ? [orderRoute] : []
  return [...new Set([...usable.map(({ route }) => route), ...book])]
}

/** Checks a form before anything is asked. */
export function quoteProblemsOf(input: QuoteFields, pair: SwapPairData): QuoteProblems {
  const { isBuying, isAll } = input
  const token = isBuying ? pair.buy_token : pair.sell_token
  const amount = isAll && !isBuying ? null : amountProblem(input.amount.trim(), token)
  const most = input.maxSell.trim()
  const maxSell = isBuying && most !== '' ? amountProblem(most, pair.sell_token) : null
  const slippage = /^\d{1,5}$/.test(input.slippage.trim()) && Number(input.slippage) <= 10_000
  const otherText = Object.values(input.calldata).find(
    (data) => !/^(0x([0-9a-f]{2})*)?$/i.test(data.trim()),
  )
  const isNothing = routesOf(input, pair).length === 0
  return {
    ...(amount === null ? {} : { amount }),
    ...(maxSell === null ? {} : { maxSell }),
    ...(slippage
      ? {}
      : {
          slippage: `"${input.slippage}" is not a slippage. Give whole basis points, 0 to 10000.`,
        }),
    ...(isNothing
      ? { venues: 'No venue is left. Take at least one.' }
      : otherText === undefined
        ? {}
        : { venues: 'The calldata is not hex. Give 0x and pairs of hex digits.' }),
  }
}

function routesOf({ without }: QuoteFields, pair: SwapPairData): readonly string[] {
  return quotableRoutes(pair).filter((route) => !without.includes(route))
}

/** The request of a form to the service; the answer is compared with it. */
export function quoteAsked(
  input: QuoteFields,
  pair: SwapPairData,
): { readonly body: SwapQuoteRequest; readonly asked: RequestedQuote } {
  const { sell_token, buy_token } = pair
  const venues = input.without.length === 0 ? null : routesOf(input, pair)
  const calldata = Object.entries(input.calldata).flatMap(([route, data]) =>
    data.trim() === '' ? [] : [{ route, data: data.trim().toLowerCase() }],
  )
  const slippageBps = Number(input.slippage)
  const amounts = input.isBuying ? boughtOf(input, pair) : soldOf(input, pair)
  return {
    body: {
      sell_token: sell_token.address,
      buy_token: buy_token.address,
      ...amounts.body,
      slippage_bps: slippageBps,
      ...(venues === null ? {} : { venues: [...venues] }),
      ...(calldata.length === 0 ? {} : { calldata }),
      split: input.canSplit,
      max_hops: input.canHop ? 2 : 1,
      with_refused: input.withRefused,
    },
    asked: {
      sellToken: sell_token.address as RequestedQuote['sellToken'],
      buyToken: buy_token.address as RequestedQuote['buyToken'],
      ...amounts.asked,
      slippageBps,
      venues,
      calldata,
      canSplit: input.canSplit,
      canHop: input.canHop,
    },
  }
}

/** The fields of an amount, for the service and for the comparison of its answer. */
type AskedAmounts = {
  readonly body: Partial<SwapQuoteRequest>
  readonly asked: Pick<RequestedQuote, 'sellAmount' | 'output'>
}

function soldOf({ amount: text, isAll }: QuoteFields, { sell_token }: SwapPairData): AskedAmounts {
  const amount = plainAmount(text.trim())
  if (isAll) return { body: { sell_amount: 'all' }, asked: { sellAmount: null } }
  return sell_token.decimals === null
    ? { body: { raw_sell_amount: amount }, asked: { sellAmount: `${amount} base units` } }
    : { body: { sell_amount: amount }, asked: { sellAmount: amount } }
}

function boughtOf(
  { amount: text, maxSell }: QuoteFields,
  { sell_token, buy_token }: SwapPairData,
): AskedAmounts {
  const [amount, most] = [plainAmount(text.trim()), plainAmount(maxSell.trim())]
  const isRaw = buy_token.decimals === null
  const isMostRaw = sell_token.decimals === null
  return {
    body: {
      ...(isRaw ? { raw_buy_amount: amount } : { buy_amount: amount }),
      ...(most !== '' && (isMostRaw ? { raw_max_sell_amount: most } : { max_sell_amount: most })),
    },
    asked: {
      sellAmount: null,
      output: {
        ...(isRaw ? { rawBuyAmount: amount } : { buyAmount: amount }),
        ...(most !== '' && (isMostRaw ? { rawMaxSellAmount: most } : { maxSellAmount: most })),
      },
    },
  }
}
