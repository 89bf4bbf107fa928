import type { Hex } from '@vaultwright/base'
import {
  type ControlStore,
  mostControlChanges,
  mostControlReadings,
  type StoredControlReading,
} from '../../record/control.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import { assertText } from '../../value/text.ts'
import type { ControlReadingRow } from '../table/control-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { packText, unpackText } from '../table/pack.ts'
import type { VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, vaultKeyOf } from '../table/vault-ref.ts'

/** Makes the part of a store that keeps who controls vaults. */
export function buildControls(engine: StoreEngine): ControlStore {
  return {
    add: (tenantId, vaultRef, { blockNumber, blockHash, atUnix, witness, answer, change }) =>
      engine.write(async (db) => {
        const key = await assertDeployment(db, engine, { tenantId, vaultRef, lock: 'update' })
        const last = await newestRow(db, key)
        if (last !== undefined && last.block_number >= blockNumber) return false
        if (last?.is_changed === 0n && change === null) await deleteReading(db, last)
        const block = { ...key, block_number: blockNumber, at_unix: atUnix }
        await db
          .insertInto('control_reading')
          .values({
            ...block,
            block_hash: blockHash,
            is_changed: last === undefined || change !== null ? 1n : 0n,
            witness: packText(assertText('witness', witness)),
            answer: packText(assertText('answer', answer)),
          })
          .execute()
        await prune(db, key, { table: 'control_reading', most: mostControlReadings })
        if (change === null) return true
        const body = packText(assertText('change', change))
        await db
          .insertInto('control_change')
          .values({ ...block, body })
          .execute()
        await prune(db, key, { table: 'control_change', most: mostControlChanges })
        return true
      }),
    latest: async (tenantId, vaultRef) => {
      const row = await newestRow(engine.read, vaultKeyOf(tenantId, vaultRef))
      return row === undefined ? null : readingOf(row)
    },
    find: async (tenantId, vaultRef, blockNumber) => {
      const row = await engine.read
        .selectFrom('control_reading')
        .selectAll()
        .where((on) => on.and({ ...vaultKeyOf(tenantId, vaultRef), block_number: blockNumber }))
        .executeTakeFirst()
      return row === undefined ? null : readingOf(row)
    },
    changes: async (tenantId, vaultRef, query) => {
      const { sinceUnix, untilUnix, after } = query
      let rows = engine.read
        .selectFrom('control_change')
        .selectAll()
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
      if (sinceUnix !== null) rows = rows.where('at_unix', '>=', sinceUnix)
      if (untilUnix !== null) rows = rows.where('at_unix', '<=', untilUnix)
      if (after !== null) rows = rows.where('block_number', '<', after)
      const pageRows = await rows.orderBy('block_number', 'desc').limit(limitOf(query)).execute()
      const { items, hasMore } = pageOf(pageRows, query)
      const changes = items.map(({ block_number, at_unix, body }) => ({
        blockNumber: block_number,
        atUnix: at_unix,
        body: unpackText(body),
      }))
      return { items: changes, hasMore }
    },
  }
}

function newestRow(db: Queries, key: VaultKeyColumns): Promise<ControlReadingRow | undefined> {
  return db
    .selectFrom('control_reading')
    .selectAll()
    .where((on) => on.and(key))
    .orderBy('block_number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function deleteReading(db: Queries, row: ControlReadingRow): Promise<void> {
  const { tenant_id, vault, chain, block_number } = row
  await db
    .deleteFrom('control_reading')
    .where((on) => on.and({ tenant_id, vault, chain, block_number }))
    .execute()
}

/** Takes away the oldest rows of a vault beyond those that are kept. */
async function prune(
  db: Queries,
  key: VaultKeyColumns,
  { table, most }: { readonly table: 'control_reading' | 'control_change'; readonly most: number },
): Promise<void> {
  const oldest = await db
    .selectFrom(table)
    .select('block_number')
    .where((on) => on.and(key))
    .orderBy('block_number', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst()
  if (oldest === undefined) return
  await db
    .deleteFrom(table)
    .where((on) => on.and(key))
    .where('block_number', '<=', oldest.block_number)
    .execute()
}

function readingOf(row: ControlReadingRow): StoredControlReading {
  return {
    blockNumber: row.block_number,
    blockHash: row.block_hash as Hex,
    atUnix: row.at_unix,
    witness: unpackText(row.witness),
    answer: unpackText(row.answer),
  }
}
