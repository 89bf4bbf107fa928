import type { Address } from '@vaultwright/base'
import { wholeBps } from '@vaultwright/base'
import type { PriceStatement } from './swap-quote.ts'

/** A ratio of whole numbers, above zero. */
export type Fraction = { readonly above: bigint; readonly below: bigint }

/** The statements of sources, and their failures. */
export type QuotePrices = {
  readonly statements: readonly PriceStatement[]
  readonly failures: readonly MissingPrice[]
  /** The maximum difference between two sources of one asset. */
  readonly deviationBps: bigint
}

/** A source that gave no price. */
export type MissingPrice = {
  readonly asset: Address
  readonly source: string
  readonly reason: string
}

/** The worth of an asset, by its highest and its lowest source; or the reason that it is unknown. */
export type PriceRange =
  | {
      readonly reason: null
      readonly high: Fraction
      readonly low: Fraction
      readonly statements: readonly PriceStatement[]
    }
  | { readonly reason: string }

/** Prices may be told in another asset, and that one in another. */
const longestPath = 4

/**
 * Values one whole unit of an asset in a unit: US dollars or another asset.
 *
 * Every source of the asset must have a price, and two may not lie apart by more than the book allows.
 */
export function priceRangeOf(book: QuotePrices, asset: Address, unit: Address | 'usd'): PriceRange {
  return rangeAt(book, { asset, unit, depth: 0 })
}

type RangeQuestion = {
  readonly asset: Address
  readonly unit: Address | 'usd'
  readonly depth: number
}

function rangeAt(book: QuotePrices, { asset, unit, depth }: RangeQuestion): PriceRange {
  if (asset === unit) return { reason: null, high: unitPrice, low: unitPrice, statements: [] }
  const failure = book.failures.find((one) => one.asset === asset)
  if (failure !== undefined) {
    return { reason: `${failure.source} has no price of ${asset}: ${failure.reason}` }
  }
  const sources = book.statements.filter((one) => one.asset === asset)
  if (sources.length === 0 || depth > longestPath) {
    return { reason: `No source has a price of ${asset}.` }
  }
  const highs: Fraction[] = []
  const lows: Fraction[] = []
  const statements: PriceStatement[] = []
  for (const statement of sources) {
    const price = parsePrice(statement.price)
    if (price === null) {
      return {
        reason: `${statement.source} says ${statement.price} for ${asset}, which is not a price.`,
      }
    }
    const base = rangeAt(book, { asset: statement.per as Address, unit, depth: depth + 1 })
    if (base.reason !== null) return base
    highs.push(product(price, base.high))
    lows.push(product(price, base.low))
    statements.push(statement, ...base.statements)
  }
  const high = highs.reduce((one, other) => (isAbove(other, one) ? other : one))
  const low = lows.reduce((one, other) => (isAbove(one, other) ? other : one))
  const spread = (high.above * low.below - low.above * high.below) * wholeBps
  if (spread > book.deviationBps * low.above * high.below) {
    return { reason: `The sources of ${asset} lie more than ${book.deviationBps} bps apart.` }
  }
  return { reason: null, high, low, statements }
}

/** Reads an exact decimal above zero; null for anything else. */
export function parsePrice(text: string): Fraction | null {
  const match = /^(\d{1,100})(?:\.(\d{1,100}))?$/.exec(text)
  if (match === null) return null
  const [, whole = '', part = ''] = match
  const above = BigInt(`${whole}${part}`)
  return above === 0n ? null : { above, below: 10n ** BigInt(part.length) }
}

function product(one: Fraction, other: Fraction): Fraction {
  return { above: one.above * other.above, below: one.below * other.below }
}

function isAbove(one: Fraction, other: Fraction): boolean {
  return one.above * other.below > other.above * one.below
}

const unitPrice: Fraction = { above: 1n, below: 1n }
