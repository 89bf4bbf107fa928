import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainCurves, joinCurves, leastSoldFor } from './joined-curve.ts'
import { type OutputCurve, outputAt } from './split.ts'
import { coarseAmounts, planSplit } from './split-plan.ts'

const amount = 10n ** 18n
const reserve = fc.bigInt(10n ** 17n, 10n ** 20n)
const pool = fc.tuple(reserve, reserve).map(
  ([sold, bought]): OutputCurve =>
    coarseAmounts(amount).map((part) => ({
      sold: part,
      bought: (bought * part) / (sold + part),
    })),
)
const pools = fc.array(pool, { minLength: 1, maxLength: 5 })

test('law: joined curves buy as much as the best split over them, and rise', () => {
  fc.assert(
    fc.property(pools, (curves) => {
      const joined = joinCurves(curves)
      const shares = planSplit(
        curves.map((curve) => ({ curve, fixedCost: 0n })),
        amount,
      )!
      const split = shares.reduce((sum, share, index) => sum + outputAt(curves[index]!, share), 0n)
      const bought = outputAt(joined, amount)
      expect(bought).toBeGreaterThanOrEqual(split - 1_000n)
      // A split in a thousand parts loses a basis point at most.
      expect((bought - split) * 10_000n).toBeLessThanOrEqual(bought)
      expect(joined.every(({ sold }, index) => sold > (joined[index - 1]?.sold ?? 0n))).toBe(true)
    }),
  )
})

test('law: a chain buys what its second curve does for the output of the first, up to the end of either', () => {
  fc.assert(
    fc.property(pools, pools, (first, second) => {
      const [into, out] = [joinCurves(first), joinCurves(second)]
      const chained = chainCurves(into, out)
      for (const { sold, bought } of chained)
        expect(bought).toBe(outputAt(out, outputAt(into, sold)))
      const last = chained.at(-1)!
      const isEnd = last.sold === into.at(-1)!.sold || outputAt(into, last.sold) >= out.at(-1)!.sold
      expect(isEnd).toBe(true)
    }),
  )
})

test('law: the least sale for an output buys it, and a base unit less does not by a straight curve', () => {
  fc.assert(
    fc.property(pool, fc.bigInt(1n, 10n ** 20n), (curve, target) => {
      const sold = leastSoldFor(curve, target)
      if (sold === null) {
        expect(curve.at(-1)!.bought).toBeLessThan(target)
        return
      }
      expect(outputAt(curve, sold)).toBeGreaterThanOrEqual(target)
      expect(outputAt(curve, sold - 1n)).toBeLessThan(target)
    }),
  )
})

test('refuses: no curve buys nothing', () => {
  expect([joinCurves([]), chainCurves([], []), leastSoldFor([], 1n)]).toEqual([[], [], null])
})
