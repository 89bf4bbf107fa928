import { wholeBps } from '@vaultwright/base'
import { joinCurves, leastSoldFor } from './joined-curve.ts'
import type { OutputCurve } from './split.ts'

/**
 * Estimates the least amount to sell over some venues that buys so much.
 *
 * The estimate is rather too much, as `leastSoldFor` says.
 *
 * @param curves - by venue, as `usableCurve` gives them.
 * @param target - base units of the bought token.
 * @returns base units of the sold token; null where the curves do not tell of so much.
 */
export function leastSoldOver(curves: readonly OutputCurve[], target: bigint): bigint | null {
  return leastSoldFor(joinCurves(curves), target)
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
