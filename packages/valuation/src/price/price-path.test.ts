import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { printTruncated } from '../base/ratio.ts'
import type { Quote } from '../base/vault-state.ts'
import { convertedPathOf, priceFieldOf, priceGraphOf, pricePathOf } from './price-path.ts'

const runs = { numRuns: runsOf(3) }
const placeOf = (number: number): Address => `0x${String(number).padStart(40, 'A')}`
const quoteOf = (asset: number, per: number, price: string): Quote => ({
  asset: placeOf(asset),
  per: placeOf(per),
  price,
  source: 'test',
  atUnix: '1',
  confidence: null,
  kind: 'market',
})
const quotes = fc.array(
  fc
    .tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 99 }))
    .filter(([from, to]) => from !== to)
    .map(([from, to, price]) => quoteOf(from, to, `0.${price}`)),
  { maxLength: 12 },
)
const pathOf = (list: readonly Quote[], from: number, to: number) =>
  pricePathOf(priceFieldOf(priceGraphOf(list), placeOf(to)), placeOf(from))

test('default: forwards and backwards', () => {
  const list = [quoteOf(1, 2, '2000'), quoteOf(3, 2, '4')]
  const path = pathOf(list, 1, 3)
  expect(path?.steps).toEqual(list)
  expect(printTruncated(path!.price, 24)).toBe('500')
  expect(printTruncated(pathOf(list, 3, 1)!.price, 24)).toBe('0.002')
})

test('behavior: the path is the shortest, and of those the one whose quotes stand first', () => {
  fc.assert(
    fc.property(quotes, (list) => {
      const path = pathOf(list, 0, 5)
      const order = path?.steps.map((step) => list.indexOf(step)) ?? null
      expect(order).toEqual(firstOf(list, placeOf(0), placeOf(5)))
    }),
    runs,
  )
})

test('behavior: there and back is one; letter case names no other asset', () => {
  let pathCount = 0
  fc.assert(
    fc.property(quotes, (list) => {
      const there = pathOf(list, 0, 5)
      if (there === null) return
      pathCount++
      const small = list.map((quote) => ({
        ...quote,
        asset: quote.asset.toLowerCase() as Address,
      }))
      expect(pathOf(small, 0, 5)?.price).toEqual(there.price)
      const back = pathOf([...there.steps], 5, 0)!
      expect(there.price.above * back.price.above).toBe(there.price.below * back.price.below)
    }),
    runs,
  )
  expect(pathCount).toBeGreaterThan(0)
})

test('behavior: an asset in itself is one, without a quote', () => {
  expect(pathOf([], 1, 1)).toEqual({ price: { above: 1n, below: 1n }, steps: [] })
})

test('error: no way is null, and a price that is not above zero is no way', () => {
  expect(pathOf([quoteOf(1, 2, '1')], 1, 3)).toBeNull()
  for (const price of ['0', '0.000', '-1', '-0.5']) {
    expect(pathOf([quoteOf(1, 2, price)], 1, 2)).toBeNull()
  }
})

/** Every way, tried: by length, then by the places of its quotes. */
function firstOf(list: readonly Quote[], from: string, to: string): readonly number[] | null {
  let ways: { readonly at: string; readonly order: readonly number[] }[] = [{ at: from, order: [] }]
  for (let length = 0; length < 6; length += 1) {
    const ended = ways.filter(({ at: position }) => position === to).map(({ order }) => order)
    if (ended.length > 0) return ended.sort(compared)[0]!
    ways = ways.flatMap(({ at: position, order }) =>
      list.flatMap(({ asset, per }, index) => {
        const next = position === asset ? per : position === per ? asset : null
        return next === null ? [] : [{ at: next, order: [...order, index] }]
      }),
    )
  }
  return null
}

function compared(left: readonly number[], right: readonly number[]): number {
  const firstDifference = left.findIndex((value, index) => value !== right[index])
  return firstDifference < 0 ? 0 : left[firstDifference]! - right[firstDifference]!
}

test('default: contracts convert as far as no market is on the way, forwards and backwards', () => {
  const [first, second, third] = [quoteOf(1, 2, '4'), quoteOf(3, 2, '2'), quoteOf(3, 4, '7')]
  const rated = [{ ...first, kind: 'rate' as const }, { ...second, kind: 'pegged' as const }, third]
  const part = convertedPathOf(pathOf(rated, 1, 4)!, placeOf(1))!
  expect([printTruncated(part.price, 6), part.to]).toEqual(['2', placeOf(3).toLowerCase()])
  expect(convertedPathOf(pathOf(rated, 4, 1)!, placeOf(4))).toBeNull()
  expect(convertedPathOf(pathOf(rated, 3, 2)!, placeOf(3))).toBeNull()
  expect(convertedPathOf(pathOf(rated, 1, 1)!, placeOf(1))).toBeNull()
})
