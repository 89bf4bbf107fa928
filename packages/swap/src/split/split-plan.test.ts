import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { outputOfShares, productPool, rangePool } from '../../../../test/support/swap/pool-model.ts'
import {
  market,
  soldAmount,
  soldWhole,
  splitOfPools,
} from '../../../../test/support/swap/split-market.ts'
import { coarseAmounts, fineAmounts, planSplit, usableCurve } from './split-plan.ts'

test('law: a split of random markets reads a pool at 26 amounts, one that sells at 40 more, and is no worse than one venue alone', () => {
  fc.assert(
    fc.property(market, (pools) => {
      const { shares, readings } = splitOfPools(pools)
      expect(shares!.reduce((sum, share) => sum + share, 0n)).toBe(soldAmount)
      expect(readings).toBeGreaterThanOrEqual(26 * pools.length)
      expect(readings).toBeLessThanOrEqual((26 + 40) * pools.length)
      const output = outputOfShares(
        pools,
        shares!.map((share) => Number(share) / 1e18),
      )
      const singles = pools.map(({ outputOf }) => outputOf(soldWhole) ?? 0)
      expect(output).toBeGreaterThanOrEqual(Math.max(...singles))
    }),
    { numRuns: runsOf(0.4), seed: 20_261_130 },
  )
})

const drawnAmount = fc.bigInt(1n, 10n ** 40n)

test('law: whatever the amount, and wherever a pool ends, its readings are bounded, rise and stay within the amount', () => {
  fc.assert(
    fc.property(drawnAmount, drawnAmount, fc.option(drawnAmount), (amount, part, more) => {
      const share = 1n + (part % amount)
      const refused = more === null ? null : share + (more % (amount - share + 1n))
      const [coarse, fine] = [coarseAmounts(amount), fineAmounts(amount, share, refused)]
      expect(coarse.length).toBeLessThanOrEqual(26)
      expect(coarse.at(-1)).toBe(amount)
      expect(fine.length).toBeLessThanOrEqual(refused === null ? 21 : 40)
      for (const list of [coarse, fine]) {
        expect(list.every((one) => one > 0n && one <= amount)).toBe(true)
        expect(list.every((one, index) => index === 0 || one > list[index - 1]!)).toBe(true)
      }
    }),
  )
})

test('golden: a narrow and deep pool carries its part up to its end, though it refuses the whole amount', () => {
  const [from, to] = [Math.sqrt(3_000), Math.sqrt(2_990)]
  const narrow = rangePool([{ from, to, liquidity: 300 / (1 / to - 1 / from) }], 0.0005)
  const wide = productPool([3_000, 9_000_000], 0.003)
  expect(narrow.outputOf(soldWhole)).toBeNull()
  const [part, remainder] = splitOfPools([narrow, wide]).shares!
  expect(Number(part) / 1e18 / narrow.room).toBeCloseTo(1, 5)
  expect(part! + remainder!).toBe(soldAmount)
})

test('golden: a curve ends before the first answer that is missing, and before a view that answers the same for more', () => {
  const pointAt = (sold: bigint, bought: bigint) => ({ sold, bought })
  expect(
    usableCurve([pointAt(1n, 5n), pointAt(2n, 9n), null, pointAt(4n, 20n)], null),
  ).toHaveLength(2)
  expect(
    usableCurve([pointAt(1n, 5n), pointAt(2n, 9n), pointAt(3n, 9n), pointAt(4n, 9n)], null),
  ).toHaveLength(1)
  expect(usableCurve([pointAt(1n, 5n), pointAt(2n, 9n), null], pointAt(3n, 12n))).toHaveLength(3)
  expect(usableCurve([], null)).toEqual([])
})

test('refuses: pools that do not take the whole amount together are no split', () => {
  const curve = [{ sold: soldAmount / 4n, bought: 7n }]
  expect(
    planSplit(
      [
        { curve, fixedCost: 0n },
        { curve, fixedCost: 0n },
      ],
      soldAmount,
    ),
  ).toBeNull()
})
