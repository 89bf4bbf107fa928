import type { Hex } from '@vaultwright/base'
import { assertDay } from '../day.ts'
import { canonicalDecimal } from '../decimal.ts'
import type { Snapshot, SnapshotStore } from '../snapshot.ts'
import { assertText } from '../text.ts'
import type { VaultPlace } from '../vault.ts'
import type { Engine } from './engine.ts'
import { limitOf, pageOf } from './page.ts'
import { assertPlace, columnsOf, placeOf } from './place.ts'
import type { PlaceColumns, SnapshotRow } from './table.ts'

/** Makes the snapshots' part of a store. */
export function buildSnapshots(engine: Engine): SnapshotStore {
  const newest = (tenantId: string, place: VaultPlace) =>
    engine.read
      .selectFrom('snapshot')
      .selectAll()
      .where((on) => on.and(columnsOf(tenantId, place)))
      .orderBy('day', 'desc')
  return {
    put: async (tenantId, snapshot) => {
      const values = valuesOf(snapshot)
      await engine.write(async (db) => {
        const where = { tenantId, place: snapshot, lock: 'share' } as const
        const row = { ...(await assertPlace(db, engine, where)), ...values }
        await db
          .insertInto('snapshot')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'vault', 'chain', 'day']).doUpdateSet(row),
          )
          .execute()
      })
    },
    latest: async (tenantId, place) => {
      const row = await newest(tenantId, place).limit(1n).executeTakeFirst()
      return row === undefined ? null : snapshotOf(row)
    },
    page: async (tenantId, place, query) => {
      let rows = newest(tenantId, place)
      if (query.after !== null) rows = rows.where('day', '<', query.after)
      const found = await rows.limit(limitOf(query)).execute()
      return pageOf(found.map(snapshotOf), query)
    },
  }
}

function valuesOf(snapshot: Snapshot): Omit<SnapshotRow, keyof PlaceColumns> {
  const streaming = snapshot.yieldStreaming
  return {
    day: assertDay(snapshot.day),
    block_number: snapshot.blockNumber,
    block_hash: snapshot.blockHash,
    at_unix: snapshot.atUnix,
    type: assertText('type', snapshot.type),
    base_asset: assertText('baseAsset', snapshot.baseAsset),
    share_price: canonicalDecimal('sharePrice', snapshot.sharePrice),
    total_assets: canonicalDecimal('totalAssets', snapshot.totalAssets),
    total_supply: canonicalDecimal('totalSupply', snapshot.totalSupply),
    positions: JSON.stringify(snapshot.positions.map(positionOf)),
    prices: JSON.stringify(pricesOf(snapshot.prices)),
    vested_amount:
      streaming === null ? null : canonicalDecimal('vestedAmount', streaming.vestedAmount),
    vesting_seconds: streaming?.vestingSeconds ?? null,
  }
}

function positionOf({ protocol, asset, balance }: Snapshot['positions'][number]) {
  return { protocol, asset, balance: canonicalDecimal(`balance of ${asset}`, balance) }
}

function pricesOf(prices: Snapshot['prices']): Snapshot['prices'] {
  return mapped(prices, (ofChain) =>
    mapped(ofChain, (price, asset) => canonicalDecimal(`price of ${asset}`, price)),
  )
}

/** Object.fromEntries defines keys, so that one called __proto__ is a key like any other. */
function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}

function snapshotOf(row: SnapshotRow): Snapshot {
  const { vested_amount: vestedAmount, vesting_seconds: vestingSeconds } = row
  return {
    ...placeOf(row),
    day: row.day,
    blockNumber: row.block_number,
    blockHash: row.block_hash as Hex | null,
    atUnix: row.at_unix,
    type: row.type,
    baseAsset: row.base_asset,
    sharePrice: row.share_price,
    totalAssets: row.total_assets,
    totalSupply: row.total_supply,
    positions: JSON.parse(row.positions),
    prices: JSON.parse(row.prices),
    yieldStreaming:
      vestedAmount === null || vestingSeconds === null ? null : { vestedAmount, vestingSeconds },
  }
}
