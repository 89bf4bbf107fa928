import type { EffectCase } from './case.ts'
import { wad, wethFor } from './chain-step.ts'

const router = 'Pendle router'
const market = 'Pendle market'
const sy = 'SY WETH'
const pt = 'PT WETH'
const yt = 'YT WETH'

/** The market trades a PT for 0.97 of the asset, without a fee. */
export const pendleCases: readonly EffectCase[] = [
  {
    rows: [32, 34],
    what: 'Pendle: SY, PT and YT are minted and redeemed',
    vault: 'Local ETH',
    steps: [
      {
        route: 'pendle/mint_sy',
        params: { router, sy, token_in: 'WETH', amount: '10', minimum: '10' },
        changes: { WETH: '-10', [sy]: '10' },
      },
      {
        route: 'pendle/mint_py',
        params: { router, yt, amount: '4', minimum: '4' },
        changes: { [sy]: '-4', [pt]: '4', [yt]: '4' },
      },
      {
        route: 'pendle/redeem_py',
        params: { router, yt, amount: '1', minimum: '1' },
        changes: { [sy]: '1', [pt]: '-1', [yt]: '-1' },
      },
      {
        route: 'pendle/add_liquidity',
        params: { router, market, sy_amount: '2', pt_amount: '2', minimum: '1' },
        changes: { [sy]: '-2', [pt]: ['-1.869', '-1.8689'], [market]: ['1.9354', '1.9355'] },
        left: [`${pt} for ${router}`],
      },
      {
        route: 'pendle/remove_liquidity',
        params: { router, market, amount: '1', sy_minimum: '0.8', pt_minimum: '0.8' },
        changes: { [sy]: ['1.0333', '1.0334'], [pt]: ['0.9656', '0.9657'], [market]: '-1' },
      },
      (effectChain) => effectChain.act([sy, 'setExchangeRate(uint256)', [(105n * wad) / 100n]]),
      {
        route: 'pendle/claim',
        params: { router, market },
        // What three YTs earned while the SY gained 5 %.
        changes: { [sy]: ['0.1428', '0.1429'] },
        logs: [[yt, 'RedeemInterest(address,uint256)']],
      },
      {
        route: 'pendle/redeem_sy',
        params: { router, sy, token_out: 'WETH', amount: '3', minimum: '3' },
        changes: { WETH: '3', [sy]: '-3' },
      },
    ],
  },
  {
    rows: [33],
    what: 'Pendle: PT and YT are bought and sold',
    vault: 'Local ETH',
    steps: [
      wethFor('Local ETH', 20n * wad),
      {
        route: 'pendle/mint_sy',
        params: { router, sy, token_in: 'WETH', amount: '20', minimum: '20' },
        changes: { WETH: '-20', [sy]: '20' },
      },
      {
        route: 'pendle/buy_pt',
        params: { router, market, amount: '0.97', minimum: '0.999' },
        changes: { [sy]: '-0.97', [pt]: '1' },
      },
      {
        route: 'pendle/sell_pt',
        params: { router, market, amount: '1', minimum: '0.969' },
        changes: { [sy]: '0.97', [pt]: '-1' },
      },
      {
        route: 'pendle/buy_yt',
        params: { router, market, amount: '0.03', minimum: '0.999' },
        changes: { [sy]: '-0.03', [yt]: ['0.999999999999999', '1'] },
      },
      {
        route: 'pendle/sell_yt',
        params: { router, market, amount: '0.5', minimum: '0.0149' },
        changes: { [sy]: '0.015', [yt]: '-0.5' },
      },
      {
        route: 'pendle/swap_yt_for_pt',
        params: { router, market, amount: '0.4', minimum: '0.012' },
        changes: { [yt]: '-0.4', [pt]: ['0.0123', '0.0124'] },
      },
      {
        route: 'pendle/swap_pt_for_yt',
        params: { router, market, amount: '0.012', minimum: '0.38' },
        changes: { [pt]: '-0.012', [yt]: ['0.387999999999999', '0.388'] },
      },
    ],
  },
]
