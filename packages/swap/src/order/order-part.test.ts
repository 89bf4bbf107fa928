import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxOrderParts, orderPartsOf } from './order-part.ts'

const amount = fc.bigInt({ min: 1n, max: 2n ** 128n })
const sales = fc.record({
  sale: fc.record({
    sellAmount: amount.map((value) => value + 24n),
    buyAmount: amount,
    seconds: fc.bigInt({ min: 7_200n, max: 31_536_000n }),
  }),
  count: fc.integer({ min: 1, max: maxOrderParts }),
})

test('law: parts sell exactly the amount, none below the limit, in windows that follow each other', () => {
  fc.assert(
    fc.property(sales, ({ sale, count }) => {
      const parts = orderPartsOf(sale, count)
      const sumOf = (name: 'sellAmount' | 'buyAmount') =>
        parts.reduce((sum, part) => sum + part[name], 0n)
      expect(parts.length).toBe(count)
      expect(sumOf('sellAmount')).toBe(sale.sellAmount)
      expect(sumOf('buyAmount') - sale.buyAmount).toBeGreaterThanOrEqual(0n)
      expect(sumOf('buyAmount') - sale.buyAmount).toBeLessThan(BigInt(count))
      const sold = parts.map((part) => part.sellAmount)
      const smallest = sold.reduce(lesser)
      expect(sold.every((amount) => amount - smallest <= 1n)).toBe(true)
      for (const { sellAmount, buyAmount } of parts) {
        expect(buyAmount * sale.sellAmount).toBeGreaterThanOrEqual(sale.buyAmount * sellAmount)
      }
      expect(parts.map(({ startsIn }) => startsIn)).toEqual([
        0n,
        ...parts.slice(0, -1).map(({ endsIn }) => endsIn),
      ])
      expect(parts.at(-1)!.endsIn).toBe(sale.seconds)
      for (const { startsIn, endsIn } of parts) {
        expect(endsIn - startsIn).toBeGreaterThanOrEqual(300n)
      }
    }),
  )
})

const lesser = (one: bigint, other: bigint) => (one < other ? one : other)

test('golden: ten tokens in three parts of an hour', () => {
  expect(orderPartsOf({ sellAmount: 10n, buyAmount: 26n, seconds: 3_600n }, 3)).toEqual([
    { sellAmount: 3n, buyAmount: 8n, startsIn: 0n, endsIn: 1_200n },
    { sellAmount: 3n, buyAmount: 8n, startsIn: 1_200n, endsIn: 2_400n },
    { sellAmount: 4n, buyAmount: 11n, startsIn: 2_400n, endsIn: 3_600n },
  ])
})

test('refuses: no part, too many, windows too short, and parts of nothing', () => {
  const sale = { sellAmount: 10n, buyAmount: 26n, seconds: 3_600n }
  for (const [count, text] of [
    [0, 'Give from 1 to 24'],
    [25, 'Give from 1 to 24'],
    [1.5, 'Give from 1 to 24'],
    [13, 'fewer parts or a longer time'],
    [11, 'sell more'],
  ] as const) {
    expect(() => orderPartsOf(sale, count)).toThrow(
      expect.objectContaining({ code: 'order_parts', message: expect.stringContaining(text) }),
    )
  }
})
