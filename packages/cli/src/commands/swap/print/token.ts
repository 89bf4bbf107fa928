import { type Address, printUnits, wholeBps } from '@vaultwright/base'
import { printGrouped } from '@vaultwright/builder'
import type { SwapCandidate, SwapLeg, SwapToken } from '@vaultwright/swap'

/** A token as people call it; its address where it has no symbol. */
export function printToken({ symbol, address }: SwapToken): string {
  return symbol ?? address
}

/** An amount with its token: `1,957.703388 USDC`. */
export function printAmount(amount: bigint, token: SwapToken): string {
  if (token.decimals === null) return `${amount} base units of ${printToken(token)}`
  return `${printGrouped(amount, token.decimals)} ${printToken(token)}`
}

/** Finds what is known of a token among some; nothing but its address where it is not one of them. */
export function tokenAmong(tokens: readonly SwapToken[], address: Address): SwapToken {
  const key = address.toLowerCase()
  return (
    tokens.find((token) => token.address.toLowerCase() === key) ?? {
      address,
      symbol: null,
      decimals: null,
    }
  )
}

/** The parameters that distinguish a way of a route: `fee 500`. */
function printParams(params: Readonly<Record<string, string>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

/**
 * A way to swap in one line: its routes with their parameters, shares where it is split, and hops in their order. A
 * path beside other ways stands in parentheses.
 */
export function printWay(legs: SwapCandidate['legs']): string {
  const [sold, bought] = [legs[0]!.sellToken, legs.at(-1)!.buyToken]
  const direct = legs.filter((leg) => leg.sellToken === sold && leg.buyToken === bought)
  const middles = [...new Set(legs.map(({ buyToken }) => buyToken))].filter((one) => one !== bought)
  const paths = middles.map((token) => {
    const hops = [
      legs.filter(({ buyToken }) => buyToken === token),
      legs.filter(({ sellToken }) => sellToken === token),
    ]
    return hops.map(printHop).join(', then ')
  })
  if (direct.length === 0 && paths.length === 1) return paths[0]!
  const beside = paths.map((path) => `(${path})`)
  return [...(direct.length === 0 ? [] : [printHop(direct)]), ...beside].join(' + ')
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
