import Type, { type Static } from 'typebox'
import { address, chain, decimal, time } from './field.ts'
import { dataOf, pageOf } from './page.ts'

/** 2.10: what a vault was at one block. */
export const metricsSnapshot = Type.Object(
  {
    chain,
    vault_address: address,
    block_number: Type.Integer(),
    as_of: time,
    snapshot_type: Type.String({
      description: 'Metric model: `fixed_rate`, `variable_rate` or `yield_streaming`',
    }),
    share_price: decimal,
    total_assets: decimal,
    total_supply: decimal,
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
