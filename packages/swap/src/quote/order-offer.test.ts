import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  inputsOf,
  measured,
  oneWeth,
  usd,
  usdc,
} from '../../../../test/support/swap/quote-input.ts'
import type { BookReading, QuoteInputs } from './quote-input.ts'
import { computeQuote } from './quote-result.ts'
import { quoteInputsIn, quoteOf, receiptOf, recomputeQuote } from './recompute.ts'

const orderOf = (buyAmount: bigint, more: Partial<BookReading> = {}): BookReading => ({
  book: 'cow',
  validForSeconds: 1_200n,
  offer: { buyAmount, feeAmount: oneWeth / 1_000n, isVerified: true },
  failure: null,
  ...more,
})
const pools = [measured('c1', 1_995n * usd), measured('c2', 1_992n * usd)]

test('law: an order changes nothing of what executes at once, is never the best, and keeps to the bound', () => {
  const counts = { placed: 0, refused: 0 }
  const amount = fc.bigInt(1_900n * usd, 2_100n * usd)
  const drawn = fc.tuple(fc.array(amount, { maxLength: 4 }), amount)
  fc.assert(
    fc.property(drawn, ([outputs, offered]) => {
      const bare = inputsOf(outputs.map((bought, index) => measured(`c${index + 1}`, bought)))
      const inputs = { ...bare, order: orderOf(offered) }
      const { order, ...quote } = computeQuote(inputs)
      expect(quote).toEqual(computeQuote(bare))
      const { rank, refusal, buyAmount } = order!
      expect(refusal === null).toBe(buyAmount >= quote.bound!.least)
      counts[refusal === null ? 'placed' : 'refused']++
      const usable = quote.candidates.filter((candidate) => candidate.refusal === null)
      const above = usable.filter((candidate) => candidate.buyAmount >= offered)
      expect(rank).toBe((refusal === null ? above : usable).length + 1)
      expect(recomputeQuote(receiptOf(inputs))).toEqual(receiptOf(inputs).result)
    }),
    { numRuns: runsOf(1) },
  )
  expect(Math.min(counts.placed, counts.refused)).toBeGreaterThan(0)
})

test('golden: an order that buys more stands first, and its note says that it may not fill', () => {
  const { best, order, refused } = computeQuote(inputsOf(pools, { order: orderOf(1_996n * usd) }))
  expect([best, refused]).toEqual(['c1', []])
  expect(order).toEqual({
    book: 'cow',
    validForSeconds: 1_200n,
    buyAmount: 1_996n * usd,
    feeAmount: oneWeth / 1_000n,
    isVerified: true,
    lossBps: '20',
    isWithinBound: true,
    rank: 1,
    refusal: null,
    note: 'The order may not fill: nothing is sold until a solver takes it, and after 20 minutes it ends. Filled, it buys 1 USDC more before gas than c1, which executes at once.',
  })
  const less = computeQuote(inputsOf(pools, { order: orderOf(1_993n * usd) })).order!
  expect([less.rank, less.note.slice(less.note.indexOf('ends.') + 6)]).toEqual([
    2,
    'c1 executes at once and buys 2 USDC more before gas.',
  ])
})

test('refuses: a price below the bound, without prices, too little of what is to be bought, a fee of the token', () => {
  const offered = (order: BookReading, more: Partial<QuoteInputs> = {}) =>
    computeQuote(inputsOf(pools, { order, ...more })).order!
  const wish = { ...inputsOf([]).wish, sellAmount: null, buyAmount: 1_999n * usd }
  const fault = { token: usdc, sent: 100n, arrived: 99n }
  expect(
    [
      offered(orderOf(1_989n * usd)),
      offered(orderOf(1_996n * usd), { statements: [] }),
      offered(orderOf(1_998n * usd), { wish }),
      offered(orderOf(1_996n * usd), { faults: [fault] }),
      offered(orderOf(0n), { limits: null }),
    ].map(({ refusal, rank }) => [refusal!.code, rank]),
  ).toEqual([
    ['price_out_of_bound', 3],
    ['price_unknown', 3],
    ['buys_too_little', 1],
    ['token_moves_otherwise', 1],
    ['price_out_of_bound', 3],
  ])
})

test('refuses: a book that failed is a refused venue, and receipts of the third formula know none', () => {
  const failure = { code: 'aggregator_timeout', message: 'cow did not answer within 4000 ms.' }
  const failed = computeQuote(inputsOf(pools, { order: orderOf(0n, { offer: null, failure }) }))
  expect(failed.order).toBeUndefined()
  expect(failed.refused).toEqual([{ route: 'cow/place_order', params: {}, ...failure }])
  const inputs = inputsOf(pools, { order: orderOf(1_996n * usd) })
  const old = quoteInputsIn({ ...receiptOf(inputs), formula: 'swap-quote@3' })
  expect([old.order, quoteOf(old, 'swap-quote@3').order]).toEqual([undefined, undefined])
})
