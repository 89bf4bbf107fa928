import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountsAtPrice, amountsOf, maxTick, sqrtRatioAt } from './tick.ts'

const tick = fc.bigInt({ min: -maxTick, max: maxTick })

/** Source: Uniswap v3 core, TickMath and the snapshot of its tests. */
const expectedRatios: readonly (readonly [bigint, bigint])[] = [
  [-887_272n, 4_295_128_739n],
  [887_272n, 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n],
  [0n, 79_228_162_514_264_337_593_543_950_336n],
  [50n, 79_426_470_787_362_580_746_886_972_461n],
  [100n, 79_625_275_426_524_748_796_330_556_128n],
  [250n, 80_224_679_980_005_306_637_834_519_095n],
  [500n, 81_233_731_461_783_161_732_293_370_115n],
  [1000n, 83_290_069_058_676_223_003_182_343_270n],
  [3000n, 92_049_301_871_182_272_007_977_902_845n],
  [5000n, 101_729_702_841_318_637_793_976_746_270n],
  [50_000n, 965_075_977_353_221_155_028_623_082_916n],
]

test('default: the digits of the contract', () => {
  for (const [tick, ratio] of expectedRatios) expect(sqrtRatioAt(tick), String(tick)).toBe(ratio)
})

test('law: it rises with the tick, and is the square root of the price', () => {
  fc.assert(
    fc.property(tick, (at) => {
      const ratio = sqrtRatioAt(at)
      if (at < maxTick) expect(sqrtRatioAt(at + 1n)).toBeGreaterThan(ratio)
      const expected = 1.0001 ** (Number(at) / 2)
      expect(Math.abs(Number(ratio) / 2 ** 96 / expected - 1)).toBeLessThan(1e-8)
    }),
  )
})

test('law: within a range both tokens, below it the first, above it the second, never more than it takes', () => {
  const liquidity = fc.bigInt({ min: 1n, max: 2n ** 100n })
  fc.assert(
    fc.property(fc.tuple(tick, tick, tick), liquidity, (ticks, amount) => {
      const [tickLower, middle, tickUpper] = ticks.toSorted((one, other) => Number(one - other))
      const range = { tickLower: tickLower!, tickUpper: tickUpper!, liquidity: amount }
      const [lower, price, upper] = [tickLower!, middle!, tickUpper!].map(sqrtRatioAt)
      const [amount0, amount1] = amountsOf(range, price!)
      // L * (1/sqrt(P) - 1/sqrt(B)) and L * (sqrt(P) - sqrt(A)), without rounding in between.
      const exact0 = ((amount << 96n) * (upper! - price!)) / (upper! * price!)
      expect([amount0, amount0 + 1n]).toContain(exact0)
      expect(amount1).toBe((amount * (price! - lower!)) / 2n ** 96n)
      expect(amountsOf(range, lower! - 1n)[1]).toBe(0n)
      expect(amountsOf(range, upper! + 1n)[0]).toBe(0n)
      expect(amountsOf(range, lower! - 1n)).toEqual(amountsOf(range, lower!))
    }),
  )
})

test('law: at prices from outside a position is worth least, wherever a trade moves its pool', () => {
  const liquidity = fc.bigInt({ min: 2n ** 40n, max: 2n ** 100n })
  const inside = fc.bigInt({ min: -100_000n, max: 100_000n })
  fc.assert(
    fc.property(
      fc.tuple(inside, inside),
      fc.tuple(inside, inside),
      liquidity,
      (ticks, [outside, moved], amount) => {
        const [tickLower, tickUpper] = ticks.toSorted((one, other) => Number(one - other))
        const range = { tickLower: tickLower!, tickUpper: tickUpper!, liquidity: amount }
        const root = sqrtRatioAt(outside)
        const price = { above: root * root, below: 2n ** 192n }
        const worthOf = ([amount0, amount1]: readonly [bigint, bigint]) =>
          amount0 * price.above + amount1 * price.below
        const atPrice = amountsAtPrice(range, price)
        expect(atPrice).toEqual(amountsOf(range, root))
        // Each amount is rounded down, by less than one.
        const rounding = price.above + price.below
        const spot = worthOf(amountsOf(range, sqrtRatioAt(moved)))
        expect(spot + rounding).toBeGreaterThanOrEqual(worthOf(atPrice))
      },
    ),
  )
})
