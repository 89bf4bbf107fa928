import Type, { type Static } from 'typebox'
import { chain, decimal, time, vaultAddress } from '../field/field.ts'
import { pageOf } from '../field/page.ts'

const inBaseAsset = Type.Union([decimal, Type.Null()], {
  description: 'In `base_asset`; null when it is not known',
})

/** A vault on one chain with what it was worth and earned on its last day. */
export const vaultFigures = Type.Object(
  {
    chain,
    last_day: Type.Union([Type.String({ examples: ['2026-11-20'] }), Type.Null()], {
      description:
        'The last day with a snapshot, UTC; null before the first one. All values are of it',
    }),
    as_of: Type.Union([time, Type.Null()], { description: 'Null before the first snapshot' }),
    block_number: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null before the first snapshot',
    }),
    base_asset: Type.Union([Type.String(), Type.Null()], {
      description: '`unknown` while it is not resolved; null before the first snapshot',
    }),
    share_price: inBaseAsset,
    total_assets: inBaseAsset,
    total_supply: Type.Union([decimal, Type.Null()], { description: 'Null when it is not known' }),
    tvl_usd: Type.Union([decimal, Type.Null()], { description: 'Null when it is not known' }),
    apy: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Of the seven days that end with `last_day`, net of fees: 0.043 is 4.3 %; null when it is not known',
    }),
    head_at: Type.Union([time, Type.Null()], {
      description: 'Of the last final block that the index saw; null before it saw one',
    }),
    days_behind: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description:
        'Days that are over at `head_at` and later than `last_day`; null when one of the two is null',
    }),
    roots_without_tree: Type.Integer({
      minimum: 0,
      description: 'Roots that are or were on the Manager, whose tree is not stored',
    }),
    active_roots_without_tree: Type.Integer({
      minimum: 0,
      description: 'Those of them that strategists have now',
    }),
  },
  { title: 'VaultFigures', additionalProperties: false },
)

/** A vault with its figures on every chain. */
export const vaultWithFigures = Type.Object(
  {
    vault_address: vaultAddress,
    name: Type.String(),
    tenant: Type.String(),
    status: Type.String({ description: '`active`, `paused` or `retired`' }),
    deployments: Type.Array(vaultFigures, { description: 'By chain' }),
  },
  { title: 'VaultWithFigures', additionalProperties: false },
)

export const vaultFiguresResponse = pageOf(vaultWithFigures, 'VaultFiguresPage')

/** A vault on one chain with what it was worth and earned on its last day. */
export type VaultFigures = Static<typeof vaultFigures>
