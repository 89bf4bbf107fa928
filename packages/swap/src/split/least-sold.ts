import { wholeBps } from '@vaultwright/base'
import type { OutputCurve } from './split.ts'

/**
 * Estimates the least amount to sell over some venues that buys so much.
 *
 * Fills parts in the order of what they pay a unit, for the output of a pool is concave in its sale. Between two
 * points a pool buys no less than in proportion: the estimate is rather too much.
 *
 * @param curves - by venue, as `usableCurve` gives them.
 * @param target - base units of the bought token.
 * @returns base units of the sold token; null where the curves do not tell of so much.
 */
export function leastSoldOver(curves: readonly OutputCurve[], target: bigint): bigint | null {
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
  let [amount, lacking] = [0n, target]
  for (const { sold, bought } of parts) {
    if (lacking <= bought) return amount + ceiling(sold * lacking, bought)
    amount += sold
    lacking -= bought
  }
  return null
}

/** Estimates the same where one venue has to sell all of it. */
export function leastSoldAlone(curves: readonly OutputCurve[], target: bigint): bigint | null {
  return curves.reduce<bigint | null>((least, curve) => {
    const sold = leastSoldOver([curve], target)
    return sold === null || (least !== null && least <= sold) ? least : sold
  }, null)
}

/**
 * Computes the output whose minimum, less slippage, is an amount that is to be bought.
 *
 * @param slippageBps - below 10,000.
 * @returns base units: the least whose `minimumOf` is no less than the amount.
 */
export function outputWithMinimum(buyAmount: bigint, slippageBps: bigint): bigint {
  return ceiling((buyAmount - 1n) * wholeBps + 1n, wholeBps - slippageBps)
}

function ceiling(above: bigint, below: bigint): bigint {
  return (above + below - 1n) / below
}
