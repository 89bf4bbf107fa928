import { type Address, memoize } from '@vaultwright/base'
import { inverseOf, parseRatio, productOf, type Ratio, whole } from '../base/ratio.ts'
import type { Quote } from '../base/vault-state.ts'

/** A price of one thing in another: the quotes on the way, and their product. */
export type PricePath = {
  /** Of one whole unit, in whole units of the target; above zero. */
  readonly price: Ratio
  /** From the asset to the target; none when the two are the same. */
  readonly steps: readonly Quote[]
}

/** Every way to a target, shortest first. */
export type PriceField = {
  readonly graph: PriceGraph
  /** By place: how many steps there are to the target. */
  readonly distances: ReadonlyMap<string, number>
}

/** Quotes as steps between places: tokens, and US dollars. A place is named as `placeOf` names it. */
export type PriceGraph = ReadonlyMap<string, readonly PriceStep[]>

type PriceStep = {
  readonly to: string
  readonly quote: Quote
  readonly isBackwards: boolean
}

/** As `buildPriceGraph`, once for the quotes of a day. */
export const priceGraphOf: (quotes: readonly Quote[]) => PriceGraph = memoize(buildPriceGraph)

/**
 * Lays quotes out as steps, each to be taken forwards and backwards.
 *
 * @returns by place, its steps in the order of the quotes.
 */
export function buildPriceGraph(quotes: readonly Quote[]): PriceGraph {
  const graph = new Map<string, PriceStep[]>()
  for (const quote of quotes) {
    if (!isPrice(quote.price)) continue
    const [from, to] = [placeOf(quote.asset), placeOf(quote.per)]
    placed(graph, from).push({ to, quote, isBackwards: false })
    placed(graph, to).push({ to: from, quote, isBackwards: true })
  }
  return graph
}

/** Measures how far every place is from a target. */
export function priceFieldOf(graph: PriceGraph, target: Address | 'usd'): PriceField {
  const start = placeOf(target)
  const distances = new Map([[start, 0]])
  const queue = [start]
  for (const place of queue) {
    const distance = distances.get(place)! + 1
    for (const { to } of graph.get(place) ?? []) {
      if (distances.has(to)) continue
      distances.set(to, distance)
      queue.push(to)
    }
  }
  return { graph, distances }
}

/**
 * Finds what an asset is worth in the target: by the fewest quotes and, of ways that are as short, by
 * the quotes that stand first.
 *
 * @returns the path; null when no quotes lead there.
 */
export function pricePathOf({ graph, distances }: PriceField, asset: Address): PricePath | null {
  let place = placeOf(asset)
  let distance = distances.get(place)
  if (distance === undefined) return null
  let price = whole
  const steps: Quote[] = []
  while (distance > 0) {
    distance -= 1
    const step: PriceStep = graph.get(place)!.find(({ to }) => distances.get(to) === distance)!
    const ratio = parseRatio(step.quote.price)
    price = productOf(price, step.isBackwards ? inverseOf(ratio) : ratio)
    steps.push(step.quote)
    place = step.to
  }
  return { price, steps }
}

/** The first part of a path, on which contracts convert. */
export type ConvertedPath = {
  /** Of one whole unit, in whole units of where it ends. */
  readonly price: Ratio
  /** The end of the path, as `placeOf` names it. */
  readonly to: string
}

/**
 * Takes the part of a path before the first price that no contract converts at.
 *
 * @returns the part; null when no rate is in it, as of pegs alone nothing grows.
 */
export function convertedPathOf({ steps }: PricePath, asset: Address): ConvertedPath | null {
  const end = steps.findIndex(({ kind }) => kind !== 'rate' && kind !== 'pegged')
  const converted = end < 0 ? steps : steps.slice(0, end)
  if (!converted.some(({ kind }) => kind === 'rate')) return null
  let to = placeOf(asset)
  let price = whole
  for (const quote of converted) {
    const isBackwards = placeOf(quote.asset) !== to
    const ratio = parseRatio(quote.price)
    price = productOf(price, isBackwards ? inverseOf(ratio) : ratio)
    to = placeOf(isBackwards ? quote.asset : quote.per)
  }
  return { price, to }
}

/** Names a token, or `usd`: hex in small letters. Letter case tells one base58 address from another. */
export function placeOf(asset: string): string {
  return asset.startsWith('0x') ? asset.toLowerCase() : asset
}

function isPrice(price: string): boolean {
  return !price.startsWith('-') && /[1-9]/.test(price)
}

function placed(graph: Map<string, PriceStep[]>, place: string): PriceStep[] {
  const steps = graph.get(place)
  if (steps !== undefined) return steps
  const added: PriceStep[] = []
  graph.set(place, added)
  return added
}
