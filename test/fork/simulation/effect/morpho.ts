import type { ActionInput, EffectCase } from './case.ts'
import { minted, usd, wad } from './chain-step.ts'
import type { EffectChain } from './effect-chain.ts'

const eth = 'Local ETH'
const morpho = 'Morpho'
const market = {
  morpho,
  loan_token: 'USDC',
  collateral_token: 'WETH',
  oracle: 'Morpho oracle',
  irm: 'Morpho rate',
  lltv: '860000000000000000',
}
const view =
  'position(bytes32,address) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)'
const field = { supplied: 0, borrowed: 1, collateral: 2 }

/** A field of the vault's position. */
const position = (at: number) => ({
  at: morpho,
  view,
  args: ['0x8d5c03b735bd6d76fdd11124a0a0cda4781518632d70231f763adc79fbaf5a87', eth],
  field: at,
})
const sharesOf =
  (at: number): ActionInput =>
  async (effectChain: EffectChain) =>
    String(
      (
        (await effectChain.ask([
          morpho,
          view,
          [effectChain.local.manifest.morphoMarketId, effectChain.of(eth)],
        ])) as readonly bigint[]
      )[at],
    )

/** Shares are about a millionth of a base unit each. */
const unit = 10n ** 6n

/** Morpho Blue: both sides of a market. */
export const morphoCases: readonly EffectCase[] = [
  {
    rows: [16, 17, 18],
    what: 'Morpho Blue: collateral, borrowing, paying back by amount and by shares',
    vault: eth,
    steps: [
      minted('USDC', eth, 50_000n * usd),
      {
        route: 'morpho_blue/supply_collateral',
        params: { ...market, amount: '5' },
        changes: { WETH: '-5' },
        probes: [{ ...position(field.collateral), change: 5n * wad }],
        others: { 'WETH of Morpho': '5' },
      },
      {
        route: 'morpho_blue/borrow',
        params: { ...market, amount: '1000' },
        changes: { USDC: '1000' },
        probes: [{ ...position(field.borrowed), change: [900n * usd * unit, 1000n * usd * unit] }],
      },
      {
        route: 'morpho_blue/repay',
        params: { ...market, amount: '500' },
        changes: { USDC: '-500' },
        probes: [{ ...position(field.borrowed), change: [-500n * usd * unit, -450n * usd * unit] }],
      },
      {
        route: 'morpho_blue/repay',
        params: { ...market, amount: '21000', shares: sharesOf(field.borrowed) },
        changes: { USDC: ['-20519', '-20518'] },
        probes: [{ ...position(field.borrowed), becomes: 0n }],
        left: ['USDC for Morpho'],
      },
      {
        route: 'morpho_blue/withdraw_collateral',
        params: { ...market, amount: '35' },
        changes: { WETH: '35' },
        probes: [{ ...position(field.collateral), becomes: 0n }],
      },
    ],
  },
  {
    rows: [14, 15],
    what: 'Morpho Blue: lending, and leaving by amount and by shares',
    vault: eth,
    steps: [
      minted('USDC', eth, 50_000n * usd),
      {
        route: 'morpho_blue/supply',
        params: { ...market, amount: '1000' },
        changes: { USDC: '-1000' },
        probes: [{ ...position(field.supplied), change: [900n * usd * unit, 1000n * usd * unit] }],
      },
      {
        route: 'morpho_blue/withdraw',
        params: { ...market, amount: '400' },
        changes: { USDC: '400' },
        probes: [{ ...position(field.supplied), change: [-400n * usd * unit, -360n * usd * unit] }],
      },
      {
        route: 'morpho_blue/withdraw',
        params: { ...market, amount: '0', shares: sharesOf(field.supplied) },
        changes: { USDC: ['599.999999', '600.000001'] },
        probes: [{ ...position(field.supplied), becomes: 0n }],
      },
    ],
  },
]
