import type { Address } from '@vaultwright/base'
import type { VenueValues } from './venue.ts'

/** Names pools by parameters of the action: `balancer_v2|0x…`. */
export function poolNamedBy(protocol: string, ...names: readonly string[]) {
  return ({ values }: VenueValues): string =>
    [protocol, ...names.map((name) => values[name])].map(lower).join('|')
}

/**
 * Names the pools of a path of tokens, where a pair has one pool: two routers of one factory share it.
 *
 * @param deployers - the parameter that names who deployed the first pool, and the one of further ones.
 */
export function poolsOfPath(
  protocol: string,
  deployers: readonly [first: string, next: string] | null = null,
): (venueValues: VenueValues) => string | null {
  return ({ values, sellToken, buyToken, factOf }) => {
    const factory = factOf(values.router as Address, 'factory()')
    if (typeof factory !== 'string') return null
    const via = (values.via ?? []) as readonly Address[]
    const tokens = [values.token_in ?? sellToken, ...via, values.token_out ?? buyToken].map(lower)
    const makers =
      deployers === null
        ? []
        : [values[deployers[0]], ...((values[deployers[1]] ?? []) as readonly Address[])].map(lower)
    return tokens
      .slice(1)
      .map((token, index) => {
        const pair = [token, tokens[index]!].sort()
        return [protocol, lower(factory), ...pair, ...makers.slice(index, index + 1)].join('|')
      })
      .join(',')
  }
}

function lower(part: unknown): string {
  return String(part).toLowerCase()
}
