import { type OutputCurve, outputAt } from './split.ts'

/**
 * Joins the curves of venues that sell the same token: the output of the best split of each amount over them.
 *
 * Fills parts in the order of what they pay a unit, for the output of a pool is concave in its sale.
 *
 * @param curves - by venue, as `usableCurve` gives them.
 */
export function joinCurves(curves: readonly OutputCurve[]): OutputCurve {
  const parts = curves
    .flatMap((curve) =>
      curve.map(({ sold, bought }, index) => {
        const before = curve[index - 1] ?? { sold: 0n, bought: 0n }
        return { sold: sold - before.sold, bought: bought - before.bought }
      }),
    )
    .filter(({ sold, bought }) => sold > 0n && bought > 0n)
    .sort((one, other) => {
      const difference = other.bought * one.sold - one.bought * other.sold
      return difference === 0n ? 0 : difference > 0n ? 1 : -1
    })
  let [sold, bought] = [0n, 0n]
  return parts.map((part) => {
    sold += part.sold
    bought += part.bought
    return { sold, bought }
  })
}

/** Chains curves of two hops: all that the first buys is sold by the second, up to the end of either. */
export function chainCurves(first: OutputCurve, second: OutputCurve): OutputCurve {
  const end = second.at(-1)?.sold ?? 0n
  const amounts = new Set([
    ...first.filter(({ bought }) => bought <= end).map(({ sold }) => sold),
    ...second.flatMap((point) => leastSoldFor(first, point.sold) ?? []),
  ])
  return [...amounts]
    .sort((one, other) => (one < other ? -1 : 1))
    .map((sold) => ({ sold, bought: outputAt(second, outputAt(first, sold)) }))
}

/**
 * Estimates the least sale that buys so much. Between two points a pool buys no less than in proportion: the
 * estimate is rather too much.
 *
 * @returns base units of the sold token; null where the curve does not tell of so much.
 */
export function leastSoldFor(curve: OutputCurve, target: bigint): bigint | null {
  const index = curve.findIndex(({ bought }) => bought >= target)
  const [before, point] = [curve[index - 1] ?? { sold: 0n, bought: 0n }, curve[index]]
  if (point === undefined) return null
  const [sold, bought] = [point.sold - before.sold, point.bought - before.bought]
  return before.sold + (sold * (target - before.bought) + bought - 1n) / bought
}
