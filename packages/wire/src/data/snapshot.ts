import type { SnapshotValues } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { type AllowanceData, allowanceDataOf, optionalAllowanceFields } from '../field/allowance.ts'
import { chain, decimal, time, vaultAddress } from '../field/field.ts'
import { type NavData, navDataOf, optionalNavFields } from '../field/nav.ts'
import { dataOf, pageOf } from '../field/page.ts'
import type { RowOf } from '../field/row.ts'
import { printTime } from '../field/time.ts'
import { boundFlagsOf, worthBounds, worthBoundsDataOf } from '../field/worth-bounds.ts'

/** 2.10: what a vault was at one block. */
export const metricsSnapshot = Type.Object(
  {
    chain,
    vault_address: vaultAddress,
    block_number: Type.Integer(),
    as_of: time,
    snapshot_type: Type.String({
      description:
        'Metric model: `fixed_rate`, `variable_rate` or `yield_streaming`; `unknown` when no accountant could be read',
    }),
    share_price: Type.Union([decimal, Type.Null()], {
      description: 'In `base_asset`; null when the vault did not say its rate',
    }),
    total_assets: Type.Union([decimal, Type.Null()], {
      description: 'In `base_asset`; null when the share price or the supply is not known',
    }),
    total_supply: Type.Union([decimal, Type.Null()], {
      description: 'Null when the vault did not say its supply, or its decimals',
    }),
    positions: Type.Array(
      Type.Object(
        { protocol: Type.String(), asset: Type.String(), balance: decimal },
        { title: 'Position', additionalProperties: false },
      ),
    ),
    prices: Type.Record(Type.String(), Type.Record(Type.String(), decimal), {
      description: 'Chain → asset → price in `base_asset`; what is not known is left out',
    }),
    base_asset: Type.String({ description: '`unknown` while it is not resolved' }),
    ...optionalNavFields,
    worth_bounds: Type.Optional(worthBounds),
    ...optionalAllowanceFields,
    yield_streaming: Type.Optional(
      Type.Object(
        { vested_amount: decimal, vesting_duration_seconds: Type.Integer() },
        { title: 'YieldStreaming', additionalProperties: false },
      ),
    ),
  },
  { title: 'MetricsSnapshot', additionalProperties: false },
)

/** 4.8. */
export const snapshotResponse = dataOf(metricsSnapshot, 'SnapshotResponse')
/** 4.9. */
export const snapshotsResponse = pageOf(metricsSnapshot, 'SnapshotPage')

/** 2.10. */
export type MetricsSnapshot = Static<typeof metricsSnapshot>

/**
 * Writes a snapshot.
 *
 * Source: interface, 2.10: `yield_streaming` stands there only for vaults of that type.
 *
 * @param snapshot - of one vault at one block.
 * @param navGapBps - how far counted and reported may lie apart without a flag · bps, from 0.
 * @returns what the interface shows of it; decimals stay the texts that they are.
 */
export function metricsSnapshotOf(
  snapshot: RowOf<SnapshotValues>,
  navGapBps: number,
): MetricsSnapshot & NavData & AllowanceData {
  const { type, yieldStreaming } = snapshot
  const streaming =
    type !== 'yield_streaming' || yieldStreaming === null
      ? {}
      : {
          yield_streaming: {
            vested_amount: yieldStreaming.vestedAmount,
            vesting_duration_seconds: Number(yieldStreaming.vestingSeconds),
          },
        }
  const nav = navDataOf(snapshot.nav, navGapBps)
  return {
    chain: snapshot.chain,
    vault_address: snapshot.vault,
    block_number: Number(snapshot.blockNumber),
    as_of: printTime(snapshot.atUnix),
    snapshot_type: type,
    share_price: snapshot.sharePrice,
    total_assets: snapshot.totalAssets,
    total_supply: snapshot.totalSupply,
    positions: snapshot.positions.map(({ protocol, asset, balance }) => ({
      protocol,
      asset,
      balance,
    })),
    prices: snapshot.prices,
    base_asset: snapshot.baseAsset,
    ...nav,
    flags: [...nav.flags, ...boundFlagsOf(snapshot.worthBounds)],
    worth_bounds: worthBoundsDataOf(snapshot.worthBounds),
    ...allowanceDataOf(snapshot.allowances),
    ...streaming,
  }
}
