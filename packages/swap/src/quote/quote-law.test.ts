import { minimumOf } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  inputsOf,
  legOf,
  measured,
  usdc,
  vault,
  weth,
} from '../../../../test/support/swap/quote-input.ts'
import { impactOf } from './impact.ts'
import type { MeasuredLeg, Measurement, QuoteInputs } from './quote-input.ts'
import { computeQuote } from './quote-result.ts'
import { quoteInputsIn, receiptOf, recomputeQuote } from './recompute.ts'
import type { PriceStatement } from './swap-quote.ts'

const most = 2n ** 256n - 1n
const middle = vault

const small = fc.option(
  fc.record({ sold: fc.bigInt(0n, 10n ** 30n), bought: fc.bigInt(0n, 10n ** 30n) }),
)
const draft = fc.record({
  shape: fc.constantFrom('single', 'split', 'hop', 'conversion', 'given'),
  bought: fc.oneof(fc.bigInt(0n, most), fc.bigInt(0n, 100n)),
  between: fc.bigInt(1n, most),
  gasUsed: fc.bigInt(21_000n, 10n ** 7n),
  parts: fc.array(fc.bigInt(1n, 10n ** 6n), { minLength: 2, maxLength: 4 }),
  least: fc.bigInt(0n, most),
  quote: fc.option(fc.bigInt(0n, most)),
  thousandth: small,
  isLost: fc.boolean(),
})
type Draft = typeof draft extends fc.Arbitrary<infer Value> ? Value : never

const decimals = fc.integer({ min: 0, max: 36 })
/** With up to 24 digits on either side of the point. */
const price = fc
  .tuple(fc.bigInt(1n, 10n ** 24n), fc.integer({ min: 0, max: 24 }))
  .map(([value, places]) => {
    const digits = String(value).padStart(places + 1, '0')
    const cut = digits.length - places
    return places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  })
const terms = fc.record({
  slippageBps: fc.bigInt(0n, 10_000n),
  maxLossBps: fc.bigInt(0n, 10_000n),
  maxImpactBps: fc.constantFrom(0n, 150n, 10_000n),
  decimals: fc.tuple(decimals, decimals),
  prices: fc.tuple(price, price),
  isCross: fc.boolean(),
  gasPriceWei: fc.option(fc.bigInt(0n, 10n ** 12n)),
  sellAmount: fc.oneof(fc.bigInt(1n, most), fc.bigInt(1n, 10_000n)),
})
type Terms = typeof terms extends fc.Arbitrary<infer Value> ? Value : never

function sharesOf(amount: bigint, parts: readonly bigint[]): readonly bigint[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  const shares = parts.map((part) => (amount * part) / whole)
  const remaining = amount - shares.reduce((sum, share) => sum + share, 0n)
  return shares.map((share, index) => (index === 0 ? share + remaining : share))
}

function legsOf(one: Draft, { sellAmount, slippageBps }: Terms): readonly MeasuredLeg[] {
  const { bought, between, parts, thousandth } = one
  const measured = { sellAmount, bought, thousandth }
  switch (one.shape) {
    case 'single':
      return [legOf(measured)]
    case 'conversion':
      return [legOf({ ...measured, kind: 'conversion', hasLeast: false })]
    case 'given': {
      const offer = {
        data: '0x12aa3caf',
        least: one.least,
        quote: one.quote,
        offered: null,
      } as const
      return [legOf({ ...measured, kind: 'aggregator', given: offer })]
    }
    case 'split': {
      const [sold, out] = [sharesOf(sellAmount, parts), sharesOf(bought, parts)]
      return parts.map((_, index) =>
        legOf({
          params: { fee: String(index) },
          sellAmount: sold[index]!,
          bought: out[index]!,
          thousandth,
        }),
      )
    }
    case 'hop': {
      const second = {
        sellToken: middle,
        sellAmount: minimumOf(between, slippageBps),
        hasLeast: false,
      }
      return [
        legOf({ ...measured, buyToken: middle, bought: between }),
        legOf({ ...measured, ...second, route: 'erc_4626/redeem' }),
      ]
    }
  }
}

function inputsFrom(list: readonly Draft[], drawn: Terms): QuoteInputs {
  const { sellAmount, decimals: places, prices, isCross } = drawn
  const base = inputsOf([])
  const statement = (asset: typeof weth, text: string, per: PriceStatement['per'] = 'usd') => ({
    asset,
    source: 'oracle',
    price: text,
    per,
    asOfUnix: 1n,
  })
  const measurements = list.map(
    (one, index): Measurement =>
      measured(`c${index + 1}`, one.bought, {
        sold: sellAmount,
        gasUsed: one.gasUsed,
        lost: one.isLost ? [{ token: vault, amount: 1n }] : [],
        legs: legsOf(one, drawn).map((leg) => ({ ...leg, slot: index })),
      }),
  )
  return {
    ...base,
    sellAmount,
    wish: { ...base.wish, slippageBps: drawn.slippageBps },
    limits: { maxLossBps: drawn.maxLossBps, maxImpactBps: drawn.maxImpactBps, deviationBps: 0n },
    sellToken: { ...base.sellToken, decimals: places[0] },
    buyToken: { ...base.buyToken, decimals: places[1] },
    statements: isCross
      ? [statement(weth, prices[0], usdc)]
      : [statement(weth, prices[0]), statement(usdc, prices[1])],
    gasPriceWei: drawn.gasPriceWei,
    measurements,
  }
}

const inputs = fc
  .tuple(fc.array(draft, { maxLength: 6 }), terms)
  .map(([list, drawn]) => inputsFrom(list, drawn))

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n)

test('law: bound ≤ least ≤ executed and least above zero, for whatever may be built', () => {
  const counts = { built: 0, bound: 0 }
  fc.assert(
    fc.property(inputs, (given) => {
      const { candidates, bound, fair } = computeQuote(given)
      expect(bound === null).toBe(fair === null)
      for (const { id, legs, least: minimum, buyAmount, refusal } of candidates) {
        expect(minimum === null).toBe(refusal !== null)
        if (minimum === null) continue
        counts.built++
        if (bound!.least > 0n) counts.bound++
        expect(minimum).toBeGreaterThan(0n)
        expect(minimum).toBeGreaterThanOrEqual(bound!.least)
        expect(minimum).toBeLessThanOrEqual(buyAmount)
        const { legs: ran } = given.measurements.find((one) => one.id === id)!
        const last = legs.filter(({ buyToken }) => buyToken === legs.at(-1)!.buyToken)
        const demanding = ran.every((leg) => leg.hasLeast || leg.given !== null)
        if (demanding) expect(sumOf(last.map((leg) => leg.least!))).toBe(minimum)
        for (const [index, leg] of ran.entries()) {
          // What a call cannot demand is not said to be demanded.
          if (!leg.hasLeast) expect(legs[index]!.least).toBeNull()
          if (leg.given !== null) expect(legs[index]!.least).toBe(leg.given.least)
        }
      }
    }),
    { numRuns: runsOf(4) },
  )
  expect(Math.min(counts.built, counts.bound)).toBeGreaterThan(0)
})

test('law: legs of one hop sum to the wish, and the best is worth at least as much as every other', () => {
  fc.assert(
    fc.property(inputs, (given) => {
      const { candidates, best } = computeQuote(given)
      for (const { legs } of candidates) {
        const first = legs.filter(({ sellToken }) => sellToken === weth)
        expect(sumOf(first.map(({ sellAmount }) => sellAmount))).toBe(given.sellAmount)
        expect(sumOf(first.map(({ shareBps }) => shareBps))).toBe(10_000n)
      }
      const usable = candidates.filter(({ refusal }) => refusal === null)
      expect(best).toBe(usable[0]?.id ?? null)
      const worthOf = (one: (typeof usable)[number]) => one.netOfGas ?? one.buyAmount
      for (const candidate of usable)
        expect(worthOf(usable[0]!)).toBeGreaterThanOrEqual(worthOf(candidate))
    }),
    { numRuns: runsOf(2) },
  )
})

test('law: the receipt gives the same result bit for bit, and shuffling its measurements changes no rank', () => {
  fc.assert(
    fc.property(inputs, fc.nat(), (given, seed) => {
      const receipt = receiptOf(given)
      const stored = JSON.parse(JSON.stringify(receipt))
      expect(stored).toEqual(receipt)
      expect(recomputeQuote(stored)).toEqual(receipt.result)
      expect(quoteInputsIn(stored)).toEqual(given)
      const { measurements } = given
      const start = measurements.length === 0 ? 0 : seed % measurements.length
      const turned = [...measurements.slice(start), ...measurements.slice(0, start)].reverse()
      const idsOf = (list: readonly Measurement[]) =>
        computeQuote({ ...given, measurements: list }).candidates.map(({ id }) => id)
      expect(idsOf(turned)).toEqual(idsOf(measurements))
    }),
    { numRuns: runsOf(2) },
  )
})

test('law: what is bought at the price of a thousandth has no impact, over legs and hops as well', () => {
  const rate = fc.record({ sold: fc.bigInt(1n, 10n ** 24n), bought: fc.bigInt(1n, 10n ** 24n) })
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 4 }), fc.boolean(), (rates, isChain) => {
      const legs = rates.map((thousandth, index) =>
        legOf({
          ...(isChain && { sellToken: chainOf(index), buyToken: chainOf(index + 1) }),
          sellAmount: thousandth.sold * 7n,
          bought: thousandth.bought * 7n,
          thousandth,
        }),
      )
      const bought = isChain ? legs.at(-1)!.bought! : sumOf(legs.map((leg) => leg.bought!))
      expect(impactOf(measured('c1', bought, { legs })).lost).toBe(0n)
      const [first, ...further] = legs
      const less = [{ ...first!, bought: first!.bought! - 1n }, ...further]
      const { lost, whole } = impactOf(measured('c1', bought - 1n, { legs: less }))
      expect(lost).toBeGreaterThan(0n)
      expect(lost).toBeLessThanOrEqual(whole!)
    }),
    { numRuns: runsOf(1) },
  )
})

function chainOf(index: number): typeof weth {
  return `0x${String(index + 1).repeat(40)}` as typeof weth
}
