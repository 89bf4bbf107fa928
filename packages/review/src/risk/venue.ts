import { type Action, type Protocol, protocolOf } from '@vaultwright/protocols'

/** The limit of the price that a call gets, when the minimum output is the caller's to choose. */
export type PriceLimit = 'route' | 'pool' | 'rate'

/** The reason that a price keeps, in words, and its strength. */
export type PriceKeeper = { readonly limit: PriceLimit; readonly why: string }

const keepsExcess =
  'nothing limits it: the router keeps everything above the quote, and the caller names the quote and the route'
const anyRoute =
  'nothing limits it: the caller names the route, through pools of its own if it likes'
const byPool =
  'only the pool limits it, and moving the pool before and after the call earns the difference'
const byRate = "the contract's own rate limits it, whatever the least output says"

/** The limit of the price, in words, by the protocol's own statement. */
const keepers = {
  route: { limit: 'route', why: anyRoute },
  quote: { limit: 'route', why: keepsExcess },
  rate: { limit: 'rate', why: byRate },
} as const satisfies Record<NonNullable<Protocol['price']>, PriceKeeper>

/** Tells what limits the price of an action: unknown protocols are taken for pools. */
export function venueOf(action: Action | null, signature: string): PriceKeeper {
  const protocol = action?.protocol ?? protocolBy(signature)
  const price = protocol === null ? undefined : protocolOf(protocol)?.price
  return price === undefined ? { limit: 'pool', why: byPool } : keepers[price]
}

/** Functions of routers that may stand in a tree without an action. */
function protocolBy(signature: string): string | null {
  if (/^swapCompact\(/.test(signature)) return 'odos'
  if (/^swap\(address,\(address,address,address,address,uint256/.test(signature)) return 'one_inch'
  if (/^(execute|swap|snwap|multicall)\(.*bytes/.test(signature)) return 'red_snwapper'
  return null
}
