import { exchangeVenue, type SwapVenue, type VenueToken } from './venue.ts'

const native: VenueToken = { from: 'native' }
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
      poolKey: ({ values }) => `pendle|${String(values.market).toLowerCase()}`,
      free: [pendleFree],
    }),
  ),
  exchangeVenue({
    route: 'balancer_v2/swap',
    title: 'Balancer v2',
    fixed: { exact_out: 'false' },
    poolKey: ({ values }) => `balancer_v2|${String(values.pool).toLowerCase()}`,
    free: [
      {
        field: 'kind',
        why: 'The leaf permits GIVEN_OUT as well, which turns the limit into the most that is paid.',
      },
    ],
  }),
  exchangeVenue({
    route: 'balancer_v3/swap',
    title: 'Balancer v3',
    sold: { from: 'list', name: 'token_in', list: 'tokens' },
    bought: { from: 'list', name: 'token_out', list: 'tokens' },
    fixed: { value: '0' },
    poolKey: ({ values }) => `balancer_v3|${String(values.pool).toLowerCase()}`,
    free: [
      {
        field: 'tokens',
        why: 'The leaf binds the pool alone: any of its tokens may be sold for any other.',
      },
    ],
  }),
  exchangeVenue({
    route: 'uniswap_v2/swap',
    title: 'Uniswap v2',
    poolKey: ({ values, sellToken, buyToken }) =>
      `${String(values.router)}|${[sellToken, buyToken]
        .map((one) => one.toLowerCase())
        .sort()
        .join('|')}`,
  }),
  exchangeVenue({ route: 'uniswap_v2/swap_native', title: 'Uniswap v2', sold: native }),
  exchangeVenue({ route: 'uniswap_v2/swap_for_native', title: 'Uniswap v2', bought: native }),
  ...['pancake_swap_v3/swap', 'pancake_swap_v3/swap_until'].map((route) =>
    exchangeVenue({
      route,
      title: 'PancakeSwap v3',
      variants: [{ parameter: 'fee', values: ['100', '500', '2500', '10000'] }],
      deadline: route.endsWith('until') ? 'deadline' : null,
      free: [
        {
          field: 'fee',
          why: 'The leaf binds tokens and recipient, not the pool: any tier may be named.',
        },
      ],
    }),
  ),
  ...['camelot/swap', 'camelot/swap_through'].map((route) =>
    exchangeVenue({ route, title: 'Camelot' }),
  ),
  ...['algebra/swap', 'algebra/swap_through'].map((route) =>
    exchangeVenue({ route, title: 'Algebra' }),
  ),
  ...['uniswap_v4/swap_zero_for_one', 'uniswap_v4/swap_one_for_zero'].map((route) =>
    exchangeVenue({
      route,
      title: 'Uniswap v4',
      fixed: { exact_out: 'false', hook_data: '0x' },
      variants: [
        { parameter: 'fee', values: ['100', '500', '3000', '10000'] },
        { parameter: 'tick_spacing', values: ['1', '10', '60', '200'] },
      ],
      free: [
        { field: 'fee', why: 'Another pool with the same hooks may be named.' },
        { field: 'tickSpacing', why: 'Another pool with the same hooks may be named.' },
        { field: 'hookData', why: 'Hooks get any bytes.' },
      ],
    }),
  ),
  exchangeVenue({
    route: 'spectra/exchange',
    title: 'Spectra',
    deadline: null,
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
    free: [
      { field: 'poolIdx', why: 'The leaf binds the pair, not the pool.' },
      { field: 'tip', why: 'A fee beyond that of the pool, for who provides liquidity.' },
      { field: 'limitPrice', why: 'The price at which the swap stops is not bound.' },
    ],
  })
}
