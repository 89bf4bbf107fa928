import { passTime } from './aave.ts'
import type { Market } from './market.ts'
import { deployPendle, fillsOf } from './pendle-deployment.ts'

const router = { router: 'Pendle router' }
const inMarket = { ...router, market: 'Pendle market' }
const pair = { sy: 'SY', pt: 'PT' }
const minted = ['pendle/mint_sy', 'pendle/mint_py']

export const pendle: Market = {
  protocol: 'pendle',
  real: '@pendle/core-v2',
  decoders: [{ contract: 'PendleDecoder' }],
  deploy: deployPendle,
  cases: [
    {
      route: 'pendle/mint_sy',
      params: { ...router, sy: 'SY', token_in: 'DAI', amount: '5000', minimum: '5000' },
      refusals: [{ params: { minimum: '5001' }, reason: 'SY: refused' }],
    },
    {
      route: 'pendle/redeem_sy',
      after: ['pendle/mint_sy'],
      params: { ...router, sy: 'SY', token_out: 'DAI', amount: '120', minimum: '120' },
    },
    {
      route: 'pendle/mint_py',
      after: ['pendle/mint_sy'],
      params: { ...router, yt: 'YT', sy: 'SY', amount: '2000', minimum: '2099' },
      refusals: [{ params: { minimum: '2101' }, reason: 'Slippage: INSUFFICIENT_PT_YT_OUT' }],
    },
    {
      route: 'pendle/redeem_py',
      after: minted,
      params: { ...router, yt: 'YT', ...pair, amount: '500', minimum: '476' },
    },
    {
      route: 'pendle/redeem_py',
      variant: 'after expiry',
      after: minted,
      prepare: (chain) => passTime(chain, 181 * 86_400),
      params: { ...router, yt: 'YT', ...pair, amount: '500', minimum: '476' },
    },
    {
      route: 'pendle/buy_pt',
      after: ['pendle/mint_sy'],
      params: { ...inMarket, ...pair, amount: '100', minimum: '104' },
      refusals: [{ params: { minimum: '120' }, reason: 'Slippage: INSUFFICIENT_PT_OUT' }],
    },
    {
      route: 'pendle/sell_pt',
      after: minted,
      params: { ...inMarket, ...pair, amount: '100', minimum: '90' },
    },
    {
      route: 'pendle/buy_yt',
      after: ['pendle/mint_sy'],
      params: { ...inMarket, sy: 'SY', yt: 'YT', amount: '10', minimum: '50' },
    },
    {
      route: 'pendle/sell_yt',
      after: minted,
      params: { ...inMarket, sy: 'SY', yt: 'YT', amount: '100', minimum: '0.5' },
    },
    {
      route: 'pendle/swap_pt_for_yt',
      after: minted,
      // The router of this version has no such function.
      refused: 'INVALID_SELECTOR',
      params: { ...inMarket, pt: 'PT', yt: 'YT', amount: '10', minimum: '20' },
    },
    {
      route: 'pendle/swap_yt_for_pt',
      after: minted,
      // The router of this version has no such function.
      refused: 'INVALID_SELECTOR',
      params: { ...inMarket, pt: 'PT', yt: 'YT', amount: '100', minimum: '0.5' },
    },
    {
      route: 'pendle/buy_pt_with_orders',
      after: ['pendle/mint_sy'],
      params: (chain) => ({
        ...inMarket,
        ...pair,
        yt: 'YT',
        ...fillsOf(chain, 'ptForSy'),
        amount: '100',
        minimum: '100',
      }),
    },
    {
      route: 'pendle/sell_pt_with_orders',
      after: minted,
      params: (chain) => ({
        ...inMarket,
        ...pair,
        yt: 'YT',
        ...fillsOf(chain, 'syForPt'),
        amount: '100',
        minimum: '90',
      }),
    },
    {
      route: 'pendle/buy_yt_with_orders',
      after: ['pendle/mint_sy'],
      params: (chain) => ({
        ...inMarket,
        sy: 'SY',
        yt: 'YT',
        ...fillsOf(chain, 'ytForSy'),
        amount: '10',
        minimum: '50',
      }),
    },
    {
      route: 'pendle/sell_yt_with_orders',
      after: minted,
      params: (chain) => ({
        ...inMarket,
        sy: 'SY',
        yt: 'YT',
        ...fillsOf(chain, 'syForYt'),
        amount: '100',
        minimum: '0.5',
      }),
    },
    {
      route: 'pendle/add_liquidity',
      after: minted,
      params: { ...inMarket, ...pair, sy_amount: '1000', pt_amount: '1000', minimum: '1' },
    },
    {
      route: 'pendle/remove_liquidity',
      after: [...minted, 'pendle/add_liquidity'],
      params: { ...inMarket, ...pair, amount: '100', sy_minimum: '1', pt_minimum: '1' },
    },
    {
      route: 'pendle/claim',
      after: minted,
      prepare: (chain) =>
        chain
          .act({ to: 'SY', call: 'setExchangeRate(uint256)', args: [11n * 10n ** 17n] })
          .then(() => passTime(chain, 86_400)),
      params: { ...inMarket, sy: 'SY', yt: 'YT' },
    },
    {
      route: 'pendle/fill_orders',
      after: minted,
      params: (chain) => ({
        limit_router: 'Pendle orders',
        yt: 'YT',
        ...pair,
        fills: fillsOf(chain, 'syForPt').normal_fills,
        pt_amount: '100',
      }),
    },
  ],
}
