import { printUnits, wholeBps } from '@vaultwright/base'
import type { SwapCandidate, SwapLeg } from '@vaultwright/swap'
import { printParams } from './token.ts'

/** A way to swap in one line: its routes with their parameters, shares where it is split, and hops in their order. */
export function printWay(legs: SwapCandidate['legs']): string {
  const sold = [...new Set(legs.map(({ sellToken }) => sellToken))]
  const hops = sold.map((token) => legs.filter(({ sellToken }) => sellToken === token))
  return hops.map(printHop).join(', then ')
}

function printHop(legs: readonly SwapLeg[]): string {
  return legs
    .map((leg) => {
      const share = leg.shareBps === wholeBps ? '' : `${printPercent(leg.shareBps)} `
      return `${share}${printRoute(leg)}`
    })
    .join(' + ')
}

/** A route with what distinguishes it: `uniswap_v3/swap fee 500`. */
export function printRoute({ route, params }: Pick<SwapLeg, 'route' | 'params'>): string {
  const words = printParams(params)
  return words === '' ? route : `${route} ${words}`
}

/** Basis points as a percentage: 50 is `0.5 %`. */
export function printPercent(bps: bigint): string {
  return `${printUnits(bps, 2)} %`
}
