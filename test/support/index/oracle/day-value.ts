import type { Address } from '@vaultwright/base'
import { coin, type Held } from './held.ts'
import type { Moment } from './ledger.ts'
import { firmEndOf, type QuotedPrice, worthOf } from './quoted-price.ts'
import { parseRatio, printCut, printExact, product, type Ratio, sum, unitsOf } from './ratio.ts'

/** The expected position, in words of the store: exact decimals; null is not known. */
export type ExpectedPosition = {
  readonly protocol: string
  /** Symbol. */
  readonly asset: string
  readonly balance: string
  readonly price: string | null
  readonly value: string | null
}

/** A holding with its worth, not yet put together with equal ones. */
export type Valued = Held & {
  readonly symbol: string
  readonly decimals: number
  readonly price: string | null
  /** The end of firm prices: what its price in that grows by is yield. Null when nowhere. */
  readonly firmIn: Address | null
  /** In the base, cut to its decimals. */
  readonly value: Ratio | null
}

/** A token as it calls itself. */
export type Unit = { readonly symbol: string; readonly decimals: number }

/** Decimals that a price is printed with, and then cut. */
const pricePlaces = 24

/** Asks a token how it is called and counted. */
export async function readUnit({ ask }: Moment, token: Address): Promise<Unit> {
  if (token === coin) return { symbol: 'ETH', decimals: 18 }
  const [symbol, decimals] = await Promise.all([
    ask<string>(token, 'symbol() view returns (string)'),
    ask<number>(token, 'decimals() view returns (uint8)'),
  ])
  if (symbol === null || decimals === null) throw new Error(`${token} does not say its units.`)
  return { symbol, decimals }
}

/** Price of a token in another, as it is printed; null when no source has it. */
export function priceOf(
  quotes: readonly QuotedPrice[],
  from: Address,
  to: Address | 'usd',
): string | null {
  if (from === to) return '1'
  const converted = worthOf(quotes, from, to)
  return converted === null ? null : printCut(converted.worth, pricePlaces)
}

/**
 * Says what holdings are worth in the base.
 *
 * @param held - what was found.
 * @param terms - prices, and how tokens are counted.
 * @param base - the asset that counts.
 * @returns each with its worth; null where there is no price.
 */
export function valueHoldings(
  held: readonly Held[],
  terms: { readonly quotes: readonly QuotedPrice[]; readonly unitOf: (token: Address) => Unit },
  base: Address,
): readonly Valued[] {
  const { decimals: baseDecimals } = terms.unitOf(base)
  return held.map((one) => {
    const unit = terms.unitOf(one.asset)
    const price = priceOf(terms.quotes, one.asset, base)
    const end = firmEndOf(terms.quotes, one.asset)
    const firmIn = one.asset === base || end === one.asset ? null : end
    if (price === null) return { ...one, ...unit, price, firmIn, value: null }
    const exact = product(unitsOf(one.amount, unit.decimals), parseRatio(price))
    const value = parseRatio(printCut(exact, baseDecimals))
    return { ...one, ...unit, price, firmIn, value }
  })
}

/** Puts equal holdings together, as a snapshot lists them. */
export function positionsOf(valued: readonly Valued[]): readonly ExpectedPosition[] {
  const groups = groupsOf(valued, ({ protocol, asset }) => `${protocol} ${asset}`)
  return [...groups.values()].map((group) => {
    const [{ protocol, symbol, decimals, price }] = group as [Valued, ...Valued[]]
    const amount = group.reduce((total, one) => total + one.amount, 0n)
    const values = group.flatMap(({ value }) => (value === null ? [] : [value]))
    return {
      protocol,
      asset: symbol,
      balance: printExact(unitsOf(amount, decimals)),
      price,
      value: values.length < group.length ? null : printExact(sum(values)),
    }
  })
}

/** Puts together what has the same name, in the order of the first of each. */
export function groupsOf<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}

/** Adds up what is known. */
export function netOf(valued: readonly Valued[]): Ratio {
  return sum(valued.flatMap(({ value }) => (value === null ? [] : [value])))
}
