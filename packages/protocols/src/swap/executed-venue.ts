import { poolNamedBy, poolsOfPath } from './pool-name.ts'
import { exchangeVenue, type SwapVenue, type VenueToken } from './venue.ts'

/** The contract that knows the pools of a router. */
const factory = [{ of: 'router', call: 'factory()' }] as const

const parameter = (name: string): VenueToken => ({ from: 'parameter', name })

const pendleFree = {
  field: 'guess',
  why: 'How the router looks for the amount is not bound; a wrong guess reverts or costs gas.',
} as const

/** Markets that have an action and no view here. */
export const executedVenues: readonly SwapVenue[] = [
  ...(
    [
      ['pendle/buy_pt', 'sy', 'pt'],
      ['pendle/sell_pt', 'pt', 'sy'],
      ['pendle/buy_yt', 'sy', 'yt'],
      ['pendle/sell_yt', 'yt', 'sy'],
      ['pendle/swap_pt_for_yt', 'pt', 'yt'],
      ['pendle/swap_yt_for_pt', 'yt', 'pt'],
    ] as const
  ).map(([route, sold, bought]) =>
    exchangeVenue({
      route,
      title: 'Pendle',
      sold: parameter(sold),
      bought: parameter(bought),
      deadline: null,
      poolKey: poolNamedBy('pendle', 'market'),
      free: [pendleFree],
    }),
  ),
  exchangeVenue({
    route: 'balancer_v3/swap',
    title: 'Balancer v3',
    sold: { from: 'list', name: 'token_in', list: 'tokens' },
    bought: { from: 'list', name: 'token_out', list: 'tokens' },
    fixed: { value: '0' },
    poolKey: poolNamedBy('balancer_v3', 'pool'),
    free: [
      {
        field: 'tokens',
        why: 'The leaf binds the pool alone: any of its tokens may be sold for any other.',
      },
    ],
  }),
  ...['camelot/swap', 'camelot/swap_through'].map((route) =>
    exchangeVenue({ route, title: 'Camelot', facts: factory, poolKey: poolsOfPath('camelot') }),
  ),
  ...['algebra/swap', 'algebra/swap_through'].map((route) =>
    exchangeVenue({
      route,
      title: 'Algebra',
      facts: factory,
      poolKey: poolsOfPath('algebra', ['deployer', 'next_deployers']),
    }),
  ),
  exchangeVenue({
    route: 'spectra/exchange',
    title: 'Spectra',
    deadline: null,
    poolKey: poolNamedBy('spectra', 'pool'),
    variants: [
      { parameter: 'index_in', values: ['0', '1'] },
      { parameter: 'index_out', values: ['0', '1'] },
    ],
    free: [{ field: 'i', why: 'The leaf binds the pool, not which of its coins is sold.' }],
  }),
  ...(['ambient/swap_base', 'ambient/command_swap_base'] as const).map((route) =>
    ambient(route, 'base', 'quote'),
  ),
  ...(['ambient/swap_quote', 'ambient/command_swap_quote'] as const).map((route) =>
    ambient(route, 'quote', 'base'),
  ),
]

/** Its limit price and pool come from whoever makes the call. */
function ambient(route: string, sold: string, bought: string): SwapVenue {
  return exchangeVenue({
    route,
    title: 'Ambient',
    sold: parameter(sold),
    bought: parameter(bought),
    deadline: null,
    offered: ['limit_price', 'reserve_flags', 'pool_index'],
    poolKey: poolNamedBy('ambient', 'base', 'quote', 'pool_index'),
    free: [
      { field: 'poolIdx', why: 'The leaf binds the pair, not the pool.' },
      { field: 'tip', why: 'A fee beyond that of the pool, for who provides liquidity.' },
      { field: 'limitPrice', why: 'The price at which the swap stops is not bound.' },
    ],
  })
}
