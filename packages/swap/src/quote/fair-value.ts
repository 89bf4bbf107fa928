import { type Address, wholeBps } from '@vaultwright/base'
import type { SwapToken } from '../market/swap-pair.ts'
import { type Fraction, priceRangeOf, type QuotePrices } from './exact-price.ts'
import type { FairValue, PriceStatement } from './swap-quote.ts'

/** The sold and the bought token. */
type FairQuestion = {
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  /** Base units. */
  readonly sellAmount: bigint
}

/** The worth of the tokens, or the reason that it is unknown. */
type FairResult =
  | { readonly fair: FairValue; readonly reason: null }
  | { readonly fair: null; readonly reason: string }

/**
 * Values what is sold in the token that is bought: sell × price(sell) / price(buy), rounded down.
 *
 * Of two sources that agree the one counts that asks more of the swap: the higher of what is sold, the
 * lower of what is bought.
 */
export function fairValueOf(book: QuotePrices, question: FairQuestion): FairResult {
  const { sellToken, buyToken, sellAmount } = question
  if (sellToken.decimals === null || buyToken.decimals === null) {
    const token = sellToken.decimals === null ? sellToken : buyToken
    return { fair: null, reason: `The decimals of ${token.address} are not known.` }
  }
  const reasons: string[] = []
  for (const unit of ['usd', buyToken.address, sellToken.address] as const) {
    const sold = priceRangeOf(book, sellToken.address, unit)
    const bought = priceRangeOf(book, buyToken.address, unit)
    if (sold.reason === null && bought.reason === null) {
      const above =
        sellAmount * sold.high.above * bought.low.below * 10n ** BigInt(buyToken.decimals)
      const below = sold.high.below * bought.low.above * 10n ** BigInt(sellToken.decimals)
      const sources = distinct([...sold.statements, ...bought.statements])
      return { fair: { buyAmount: above / below, sources }, reason: null }
    }
    reasons.push((sold.reason ?? bought.reason) as string)
  }
  return { fair: null, reason: reasons[0]! }
}

/** The least that a policy lets a swap buy, rounded up. */
export function boundOf(fair: bigint, maxLossBps: bigint): bigint {
  const keptBps = maxLossBps > wholeBps ? 0n : wholeBps - maxLossBps
  return (fair * keptBps + wholeBps - 1n) / wholeBps
}

/** The cost of some wei of gas, in base units of a token, rounded up; null where a price is missing. */
export function gasCostIn(
  book: QuotePrices,
  gas: { readonly wei: bigint; readonly native: Address | null },
  token: SwapToken,
): bigint | null {
  if (gas.native === null || token.decimals === null) return null
  for (const unit of ['usd', token.address, gas.native] as const) {
    const coin = priceRangeOf(book, gas.native, unit)
    const price = priceRangeOf(book, token.address, unit)
    if (coin.reason === null && price.reason === null) {
      return ceiling({
        above: gas.wei * coin.high.above * price.low.below * 10n ** BigInt(token.decimals),
        below: coin.high.below * price.low.above * 10n ** 18n,
      })
    }
  }
  return null
}

function ceiling({ above, below }: Fraction): bigint {
  return (above + below - 1n) / below
}

/** Two assets may be told by way of the same third. */
function distinct(statements: readonly PriceStatement[]): readonly PriceStatement[] {
  const byKey = new Map(statements.map((one) => [`${one.asset}|${one.source}`, one]))
  return [...byKey.values()]
}
