import fc from 'fast-check'
import type { OutputCurve, SplitShares } from '../../../packages/swap/src/split/split.ts'
import {
  coarseAmounts,
  fineAmounts,
  planSplit,
  refineCurve,
  usableCurve,
} from '../../../packages/swap/src/split/split-plan.ts'
import { type PoolModel, productPool, rangePool, stablePool, weightedPool } from './pool-model.ts'

/** The amount that every market is asked to take: 1,000 tokens of 18 decimals, in base units. */
export const soldAmount = 10n ** 21n
/** The same in whole tokens, as models count. */
export const soldWhole = Number(soldAmount) / 1e18
/** Base units of what is bought for one of the model. */
const scale = 1e12

/** The shares of a split, and how many amounts were read of pools for it. */
export type ReadSplit = { readonly shares: SplitShares | null; readonly readings: number }

/** Splits by points of the formulas alone: the coarse pass over all pools, the fine one over those that sell. */
export function splitOfPools(pools: readonly PoolModel[]): ReadSplit {
  let readings = 0
  const pointOf = ({ outputOf }: PoolModel, sold: bigint): OutputCurve[number] | null => {
    readings++
    const output = outputOf(Number(sold) / 1e18)
    return output === null ? null : { sold, bought: BigInt(Math.floor(output * scale)) }
  }
  const curves = pools.map((pool) =>
    usableCurve(
      coarseAmounts(soldAmount).map((sold) => pointOf(pool, sold)),
      endOf(pool),
    ),
  )
  const cost = curves.reduce((most, curve) => {
    const bought = (curve.at(-1)?.bought ?? 0n) / 100_000n
    return bought > most ? bought : most
  }, 0n)
  const planOf = (list: readonly OutputCurve[]) =>
    planSplit(
      list.map((curve) => ({ curve, fixedCost: cost })),
      soldAmount,
    )
  const coarse = planOf(curves)
  if (coarse === null) return { shares: null, readings }
  const fine = curves.map((curve, index) => {
    const share = coarse[index]!
    if (share === 0n) return curve
    const end = endOf(pools[index]!)
    const isEnd = end === null && share === curve.at(-1)!.sold
    const next = isEnd ? (coarseAmounts(soldAmount).find((one) => one > share) ?? null) : null
    const points = fineAmounts(soldAmount, share, next).map((sold) => pointOf(pools[index]!, sold))
    return refineCurve(curve, usableCurve(points, end))
  })
  return { shares: planOf(fine), readings }
}

/** The part of the amount that a pool sells before it ends; null where it sells all, or refuses more. */
function endOf({ outputOf, endsAt }: PoolModel): OutputCurve[number] | null {
  if (endsAt === null || endsAt >= soldWhole) return null
  const bought = BigInt(Math.floor(outputOf(endsAt)! * scale))
  return { sold: BigInt(Math.floor(endsAt * 1e18)), bought }
}

const price = fc.double({ min: 2_900, max: 3_100, noNaN: true })
const depth = fc.double({ min: 0.01, max: 20, noNaN: true }).map((part) => part * soldWhole)
const fee = fc.constantFrom(0.0001, 0.0005, 0.003, 0.01)
const width = fc.double({ min: 0.001, max: 0.2, noNaN: true })
const ranges = fc
  .tuple(price, fee, fc.array(fc.tuple(depth, width), { minLength: 1, maxLength: 4 }))
  .map(([rate, cost, list]) => {
    let from = Math.sqrt(rate)
    const passed = list.map(([size, part]) => {
      const to = from * (1 - part)
      const range = { from, to, liquidity: size / (1 / to - 1 / from) }
      from = to
      return range
    })
    return rangePool(passed, cost)
  })
const terms = fc.tuple(depth, price, fee)
const weight = fc.constantFrom(0.2, 0.5, 0.8)

/** A pool of each kind: product, ranges that end or refuse more, a stable one and one of weights. */
const pool: fc.Arbitrary<PoolModel> = fc.oneof(
  terms.map(([size, rate, cost]) => productPool([size, size * rate], cost)),
  ranges,
  ranges.map((one) => ({ ...one, endsAt: null })),
  terms.map(([size, rate, cost]) => stablePool(size, rate, cost)),
  fc
    .tuple(terms, weight)
    .map(([[size, rate, cost], part]) =>
      weightedPool([size, (size * rate * (1 - part)) / part], part, cost),
    ),
)

/** A market of two to seven pools, one of which at least takes the whole amount. */
export const market: fc.Arbitrary<readonly PoolModel[]> = fc
  .tuple(fc.array(pool, { minLength: 1, maxLength: 6 }), terms)
  .map(([pools, [size, rate, cost]]) => [productPool([size, size * rate], cost), ...pools])
