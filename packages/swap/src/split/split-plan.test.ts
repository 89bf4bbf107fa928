import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  optimumOf,
  outputOfShares,
  type PoolModel,
  productPool,
  rangePool,
  stablePool,
} from '../../../../test/support/swap/pool-model.ts'
import { maxLegs, type OutputCurve } from './split.ts'
import { coarseAmounts, fineAmounts, planSplit, refineCurve, usableCurve } from './split-plan.ts'

const amount = 10n ** 21n
const whole = Number(amount) / 1e18
/** Base units of what is bought for one of the model. */
const scale = 1e12

function pointOf({ outputOf }: PoolModel, sold: bigint): OutputCurve[number] | null {
  const output = outputOf(Number(sold) / 1e18)
  return output === null ? null : { sold, bought: BigInt(Math.floor(output * scale)) }
}

/** The part of the amount that a pool sells before it ends; null where it sells all, or refuses more. */
function endOf({ outputOf, endsAt }: PoolModel): OutputCurve[number] | null {
  if (endsAt === null || endsAt >= whole) return null
  const bought = BigInt(Math.floor(outputOf(endsAt)! * scale))
  return { sold: BigInt(Math.floor(endsAt * 1e18)), bought }
}

/** The split by points of the formulas alone, the coarse pass and the fine one. */
function sharesOf(pools: readonly PoolModel[]): readonly bigint[] | null {
  const curves = pools.map((pool) =>
    usableCurve(
      coarseAmounts(amount).map((sold) => pointOf(pool, sold)),
      endOf(pool),
    ),
  )
  const cost = curves.reduce((most, curve) => {
    const bought = (curve.at(-1)?.bought ?? 0n) / 100_000n
    return bought > most ? bought : most
  }, 0n)
  const venuesOf = (list: readonly OutputCurve[]) =>
    list.map((curve) => ({ curve, fixedCost: cost }))
  const coarse = planSplit(venuesOf(curves), amount)
  if (coarse === null) return null
  const fine = curves.map((curve, index) => {
    const share = coarse[index]!
    if (share === 0n) return curve
    const end = endOf(pools[index]!)
    const isEnd = end === null && share === curve.at(-1)!.sold
    const next = isEnd ? (coarseAmounts(amount).find((one) => one > share) ?? null) : null
    const points = fineAmounts(amount, share, next).map((sold) => pointOf(pools[index]!, sold))
    return refineCurve(curve, usableCurve(points, end))
  })
  return planSplit(venuesOf(fine), amount)
}

const price = fc.double({ min: 2_900, max: 3_100, noNaN: true })
const depth = fc.double({ min: 0.01, max: 20, noNaN: true }).map((part) => part * whole)
const fee = fc.constantFrom(0.0001, 0.0005, 0.003, 0.01)
const pool: fc.Arbitrary<PoolModel> = fc.oneof(
  fc.tuple(depth, price, fee).map(([sold, rate, cost]) => productPool([sold, sold * rate], cost)),
  fc
    .tuple(
      price,
      fee,
      fc.array(fc.tuple(depth, fc.double({ min: 0.001, max: 0.2, noNaN: true })), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([rate, cost, list]) => {
      let from = Math.sqrt(rate)
      const ranges = list.map(([size, width]) => {
        const to = from * (1 - width)
        const range = { from, to, liquidity: size / (1 / to - 1 / from) }
        from = to
        return range
      })
      return rangePool(ranges, cost)
    }),
  fc.tuple(depth, price, fee).map(([size, rate, cost]) => stablePool(size, rate, cost)),
)
/** One pool at least takes the whole amount. */
const market = fc
  .tuple(fc.array(pool, { minLength: 1, maxLength: 6 }), depth, price, fee)
  .map(([pools, size, rate, cost]) => [productPool([size, size * rate], cost), ...pools])

test('law: over random markets of two to seven pools 95 of 100 splits lose less than two basis points, and none is worse than one venue alone', () => {
  const losses: number[] = []
  fc.assert(
    fc.property(market, (pools) => {
      const shares = sharesOf(pools)!
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount)
      expect(shares.filter((share) => share > 0n).length).toBeLessThanOrEqual(maxLegs)
      const output = outputOfShares(
        pools,
        shares.map((share) => Number(share) / 1e18),
      )
      const singles = pools.map(({ outputOf }) => outputOf(whole) ?? 0)
      // A leg that earns less than a tenth of a basis point is left out.
      expect(output).toBeGreaterThanOrEqual(Math.max(...singles) * 0.9999)
      const best = optimumOf(pools, whole)
      losses.push(((best - output) / best) * 10_000)
    }),
    { numRuns: runsOf(0.8), seed: 20_261_130 },
  )
  const far = losses.filter((bps) => bps > 2)
  expect(far.length / losses.length).toBeLessThanOrEqual(0.05)
})

test('golden: a narrow and deep pool carries its part up to its end, though it refuses the whole amount', () => {
  const [from, to] = [Math.sqrt(3_000), Math.sqrt(2_990)]
  const narrow = rangePool([{ from, to, liquidity: 300 / (1 / to - 1 / from) }], 0.0005)
  const wide = productPool([3_000, 9_000_000], 0.003)
  expect(narrow.outputOf(whole)).toBeNull()
  const [part, remainder] = sharesOf([narrow, wide])!
  expect(Number(part) / 1e18 / narrow.room).toBeCloseTo(1, 5)
  expect(part! + remainder!).toBe(amount)
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
  const curve = [{ sold: amount / 4n, bought: 7n }]
  expect(
    planSplit(
      [
        { curve, fixedCost: 0n },
        { curve, fixedCost: 0n },
      ],
      amount,
    ),
  ).toBeNull()
})
