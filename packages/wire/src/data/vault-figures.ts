import { dayOf, daysBetween, shiftDay } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { chain, decimal, time, vaultAddress } from '../field/field.ts'
import { pageOf } from '../field/page.ts'
import { numberOrNull } from '../field/rate.ts'
import { printTime, printTimeOrNull } from '../field/time.ts'

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

/** The last day of a vault on one chain. Amounts are exact decimals; null is not known. */
export type LatestDayInput = {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly atUnix: bigint
  readonly blockNumber: bigint
  readonly baseAsset: string
  readonly sharePrice: string | null
  readonly totalAssets: string | null
  readonly totalSupply: string | null
  readonly tvlUsd: string | null
  /** Fraction. */
  readonly apy: string | null
}

/** A vault on one chain, as much of it as its figures show. */
export type FiguresInput = {
  readonly chain: string
  /** Null before the first snapshot. */
  readonly latest: LatestDayInput | null
  /** Time of the last final block that the index saw; null before it saw one. */
  readonly headUnix: bigint | null
  readonly treelessRoots: { readonly roots: number; readonly activeRoots: number }
}

/**
 * Writes a vault with its figures.
 *
 * @param figures - one entry a chain, in any order.
 * @returns the entry of a list; deployments are by chain, and what is not known is null.
 */
export function vaultWithFiguresOf(
  vault: { readonly address: string; readonly name: string; readonly status: string },
  tenant: string,
  figures: readonly FiguresInput[],
): Static<typeof vaultWithFigures> {
  const sorted = [...figures].sort((one, other) => (one.chain < other.chain ? -1 : 1))
  return {
    vault_address: vault.address,
    name: vault.name,
    tenant,
    status: vault.status,
    deployments: sorted.map(figuresOf),
  }
}

function figuresOf({ chain, latest, headUnix, treelessRoots }: FiguresInput): VaultFigures {
  return {
    chain,
    last_day: latest?.day ?? null,
    as_of: latest === null ? null : printTime(latest.atUnix),
    block_number: latest === null ? null : Number(latest.blockNumber),
    base_asset: latest?.baseAsset ?? null,
    share_price: latest?.sharePrice ?? null,
    total_assets: latest?.totalAssets ?? null,
    total_supply: latest?.totalSupply ?? null,
    tvl_usd: latest?.tvlUsd ?? null,
    apy: numberOrNull(latest?.apy ?? null),
    head_at: printTimeOrNull(headUnix),
    days_behind: latest === null || headUnix === null ? null : daysBehind(latest.day, headUnix),
    roots_without_tree: treelessRoots.roots,
    active_roots_without_tree: treelessRoots.activeRoots,
  }
}

/** The day of the head itself is not over, so it is not missing. */
function daysBehind(lastDay: string, headUnix: bigint): number {
  return Math.max(0, daysBetween(lastDay, shiftDay(dayOf(headUnix), -1)))
}
