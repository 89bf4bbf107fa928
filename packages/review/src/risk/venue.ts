import type { Action } from '@vaultwright/protocols'

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

/** Routers that execute a route which the caller writes. */
const routers: { readonly [protocol: string]: string } = {
  odos: keepsExcess,
  one_inch: anyRoute,
  ooga_booga: anyRoute,
  gluex: anyRoute,
  red_snwapper: anyRoute,
  uniswap_v4: anyRoute,
}

/** Protocols that exchange at a rate of their own: of an accountant, an oracle, or one to one. */
const rates: ReadonlySet<string> = new Set([
  'teller',
  'withdraw_queue',
  'atomic_queue',
  'erc_4626',
  'aave_v3',
  'compound_v2',
  'compound_v3',
  'ether_fi',
  'lido',
  'ethena',
  'elixir',
  'frax',
  'honey',
  'kinetiq',
  'level',
  'mf_one',
  'resolv',
  'sky_money',
  'syrup',
  'treehouse',
  'ultra_yield',
  'usual_money',
  'yuzu',
  'layer_zero',
  'cctp',
  'ccip',
  'standard_bridge',
  'arbitrum',
  'mantle',
  'stake_stone',
  'dv_steth',
  'swell',
])

/** Tells what limits the price of an action: unknown protocols are taken for pools. */
export function venueOf(action: Action | null, signature: string): PriceKeeper {
  const protocol = action?.protocol ?? protocolBy(signature)
  const router = protocol === null ? undefined : routers[protocol]
  if (router !== undefined) return { limit: 'route', why: router }
  if (protocol !== null && rates.has(protocol)) return { limit: 'rate', why: byRate }
  return { limit: 'pool', why: byPool }
}

/** Functions of routers that may stand in a tree without an action. */
function protocolBy(signature: string): string | null {
  if (/^swapCompact\(/.test(signature)) return 'odos'
  if (/^swap\(address,\(address,address,address,address,uint256/.test(signature)) return 'one_inch'
  if (/^(execute|swap|snwap|multicall)\(.*bytes/.test(signature)) return 'red_snwapper'
  return null
}
