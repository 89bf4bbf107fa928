import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePrice, type QuotePrices } from './exact-price.ts'
import { boundOf, fairValueOf, gasCostIn } from './fair-value.ts'
import type { PriceStatement } from './swap-quote.ts'

const [sold, bought, third] = ['11', '22', '33'].map(
  (digits) => `0x${digits.repeat(20)}` as Address,
) as [Address, Address, Address]
const most = 2n ** 256n - 1n

function statement(
  asset: Address,
  price: string,
  more: Partial<PriceStatement> = {},
): PriceStatement {
  return { asset, price, source: 'one', per: 'usd', asOfUnix: 1n, ...more }
}
function pricesOf(...statements: readonly PriceStatement[]): QuotePrices {
  return { statements, failures: [], deviationBps: 100n }
}
const questionOf = (sellAmount: bigint, decimals: readonly [number, number] = [18, 6]) => ({
  sellToken: { address: sold, symbol: 'S', decimals: decimals[0] },
  buyToken: { address: bought, symbol: 'B', decimals: decimals[1] },
  sellAmount,
})

const price = fc
  .tuple(fc.bigInt(1n, 10n ** 24n), fc.integer({ min: 0, max: 24 }))
  .map(([value, places]) => {
    const digits = String(value).padStart(places + 1, '0')
    const cut = digits.length - places
    return places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  })
const decimals = fc.integer({ min: 0, max: 36 })

test('law: fair is sell times price over price, rounded down; the bound is rounded up and never above it', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, most),
      fc.tuple(price, price),
      fc.tuple(decimals, decimals),
      fc.bigInt(0n, 10_000n),
      (amount, [sell, buy], places, lossBps) => {
        const { fair } = fairValueOf(
          pricesOf(statement(sold, sell), statement(bought, buy)),
          questionOf(amount, places),
        )
        const [sellPrice, buyPrice] = [parsePrice(sell)!, parsePrice(buy)!]
        const above = amount * sellPrice.above * buyPrice.below * 10n ** BigInt(places[1])
        const below = sellPrice.below * buyPrice.above * 10n ** BigInt(places[0])
        expect(fair!.buyAmount * below).toBeLessThanOrEqual(above)
        expect((fair!.buyAmount + 1n) * below).toBeGreaterThan(above)
        const bound = boundOf(fair!.buyAmount, lossBps)
        expect(bound).toBeLessThanOrEqual(fair!.buyAmount)
        expect(bound * 10_000n).toBeGreaterThanOrEqual(fair!.buyAmount * (10_000n - lossBps))
      },
    ),
  )
})

test('law: of two sources that agree, the one that asks more of the swap counts', () => {
  const prices = pricesOf(
    statement(sold, '2000'),
    statement(sold, '2010', { source: 'two' }),
    statement(bought, '1'),
    statement(bought, '0.995', { source: 'two' }),
  )
  const { fair } = fairValueOf(prices, questionOf(10n ** 18n))
  expect(fair!.buyAmount).toBe((2_010n * 10n ** 9n) / 995n)
  expect(fair!.sources).toHaveLength(4)
})

test('golden: a price may be told in another asset', () => {
  const prices = pricesOf(
    statement(sold, '1.25', { per: third }),
    statement(third, '1600'),
    statement(bought, '1'),
  )
  expect(fairValueOf(prices, questionOf(10n ** 18n)).fair?.buyAmount).toBe(2_000_000_000n)
  const same = pricesOf(statement(sold, '1.25', { per: bought }))
  expect(fairValueOf(same, questionOf(10n ** 18n)).fair?.buyAmount).toBe(1_250_000n)
})

test('golden: gas costs its wei at the price of the coin, rounded up', () => {
  const prices = pricesOf(statement(third, '2000'), statement(bought, '1'))
  const token = questionOf(0n).buyToken
  expect(gasCostIn(prices, { wei: 1n, native: third }, token)).toBe(1n)
  expect(gasCostIn(prices, { wei: 10n ** 15n, native: third }, token)).toBe(2_000_000n)
  expect(gasCostIn(prices, { wei: 1n, native: null }, token)).toBeNull()
})

test.each([
  ['missing', pricesOf(statement(bought, '1')), /No source has a price of 0x1111/],
  ['zero', pricesOf(statement(sold, '0'), statement(bought, '1')), /which is not a price/],
  [
    'deviating',
    pricesOf(
      statement(sold, '100'),
      statement(sold, '102', { source: 'two' }),
      statement(bought, '1'),
    ),
    /more than 100 bps apart/,
  ],
  [
    'stale',
    {
      ...pricesOf(statement(sold, '1'), statement(bought, '1')),
      failures: [{ asset: sold, source: 'two', reason: 'The price is 9 seconds old.' }],
    },
    /9 seconds old/,
  ],
  [
    'circular',
    pricesOf(statement(sold, '1', { per: third }), statement(third, '1', { per: sold })),
    /No source/,
  ],
] as const)('refuses: a price that is %s', (_name, prices, reason) => {
  const result = fairValueOf(prices, questionOf(10n ** 18n))
  expect(result.fair).toBeNull()
  expect(result.reason).toMatch(reason)
})

test('refuses: tokens whose decimals are not known', () => {
  const question = questionOf(1n)
  const unknown = { ...question, buyToken: { ...question.buyToken, decimals: null } }
  expect(fairValueOf(pricesOf(), unknown).reason).toMatch(/decimals of 0x2222/)
})
