import { BaseError } from '@vaultwright/base'

/** The decimals of two tokens in display units. */
type PairDecimals = { readonly sell: number; readonly buy: number }

/**
 * Turns a limit price into the least that an amount buys, rounded up: the vault never gets less than its price.
 *
 * @param price - display units of the bought token for one display unit of the sold one, an exact decimal.
 * @param sellAmount - base units.
 * @returns base units of the bought token.
 * @throws {InvalidLimitPriceError} when the price is not a decimal above 0.
 */
export function buyAmountAt(price: string, sellAmount: bigint, decimals: PairDecimals): bigint {
  const match = /^(\d{1,120})(?:\.(\d{1,120}))?$/.exec(price)
  const [, whole = '', part = ''] = match ?? []
  const digits = BigInt(`0${whole}${part}`)
  if (match === null || digits === 0n) throw new InvalidLimitPriceError(price)
  const numerator = sellAmount * digits * 10n ** BigInt(decimals.buy)
  const denominator = 10n ** BigInt(part.length + decimals.sell)
  return (numerator + denominator - 1n) / denominator
}

/**
 * Tells the limit price of an order in display units: the inverse of `buyAmountAt`.
 *
 * @returns an exact decimal with as many places as it takes to give the same amount again.
 */
export function limitPriceOf(
  { sellAmount, buyAmount }: { readonly sellAmount: bigint; readonly buyAmount: bigint },
  decimals: PairDecimals,
): string {
  if (sellAmount === 0n) return '0'
  const size = sellAmount.toString().length
  const places = Math.max(0, size + decimals.buy - decimals.sell)
  const scaled = buyAmount * 10n ** BigInt(decimals.sell + places)
  const price = scaled / (sellAmount * 10n ** BigInt(decimals.buy))
  const text = price.toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const part = text.slice(text.length - places).replace(/0+$/, '')
  return part === '' ? whole : `${whole}.${part}`
}

/**
 * Refuses a limit that is worse than what the policy lets a swap lose.
 *
 * @param bound - the least that the policy lets the same amount buy right now, base units.
 * @param textOf - writes an amount of the bought token.
 * @throws {LimitBelowMarketError} when the order asks for less.
 */
export function assertLimitAboveBound(
  buyAmount: bigint,
  bound: bigint,
  textOf: (amount: bigint) => string,
): void {
  if (buyAmount < bound) throw new LimitBelowMarketError({ buyAmount, bound }, textOf)
}

/** A limit price is not a price. */
export class InvalidLimitPriceError extends BaseError {
  override readonly code = 'invalid_limit_price'
  override readonly kind = 'invalid_input'

  constructor(price: string) {
    const shown = price.length > 80 ? `${price.slice(0, 77)}...` : price
    super({
      message: `${JSON.stringify(shown)} is not a limit price. Give decimal digits above 0: what one unit of the sold token buys.`,
      facts: { price: shown },
    })
  }
}

/** An order would sell below what the tokens are worth less what may be lost. */
class LimitBelowMarketError extends BaseError {
  override readonly code = 'limit_below_market'
  override readonly kind = 'not_permitted'

  constructor(
    { buyAmount, bound }: { readonly buyAmount: bigint; readonly bound: bigint },
    textOf: (amount: bigint) => string,
  ) {
    super({
      message: `The order asks for ${textOf(buyAmount)}; the tokens are worth more, and the policy demands ${textOf(bound)}. Raise the limit.`,
      facts: { raw_buy_amount: buyAmount.toString(), raw_least: bound.toString() },
    })
  }
}
