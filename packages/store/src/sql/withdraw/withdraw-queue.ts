import type { Address, Hex } from '@vaultwright/base'
import type {
  QueueMark,
  StoredQueueReading,
  WithdrawQueueStore,
} from '../../record/withdraw-queue.ts'
import { assertText } from '../../value/text.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { packText, unpackText } from '../table/pack.ts'
import { assertDeployment, lowercased, vaultKeyOf } from '../table/vault-ref.ts'
import type { WithdrawQueueRow } from '../table/withdraw-table.ts'
import { noEnd, pageOfRequests, requestOf, rowOf } from './withdraw-request.ts'

type QueueKey = Pick<WithdrawQueueRow, 'tenant_id' | 'vault' | 'chain' | 'queue'>

/** Makes the part of a store that keeps withdraw queues. */
export function buildWithdrawQueues(engine: StoreEngine): WithdrawQueueStore {
  return {
    find: async (tenantId, vaultRef, queue) => {
      const key = { ...vaultKeyOf(tenantId, vaultRef), queue: lowercased(queue) }
      const readTo = await markOf(engine.read, key)
      if (readTo === null) return null
      const rows = await engine.read
        .selectFrom('withdraw_request')
        .selectAll()
        .where((on) => on.and(key))
        .where('block', '<=', readTo.block)
        .orderBy('block')
        .orderBy('log_index')
        .execute()
      return { readTo, requests: rows.map(requestOf) }
    },
    extend: (tenantId, vaultRef, { queue, after, readTo, changed }) =>
      engine.write(async (db) => {
        const vaultKey = await assertDeployment(db, engine, { tenantId, vaultRef, lock: 'update' })
        const key = { ...vaultKey, queue: lowercased(queue) }
        const mark = await markOf(db, key)
        if (!isSameMark(mark, after)) return false
        await putMark(db, key, readTo)
        for (const request of changed) {
          const row = rowOf(key, request)
          await db
            .insertInto('withdraw_request')
            .values(row)
            .onConflict((conflict) =>
              conflict.columns(['tenant_id', 'vault', 'chain', 'queue', 'id']).doUpdateSet(row),
            )
            .execute()
        }
        return true
      }),
    rewind: (tenantId, vaultRef, { queue, readTo }) =>
      engine.write(async (db) => {
        const key = { ...vaultKeyOf(tenantId, vaultRef), queue: lowercased(queue) }
        if (readTo === null) {
          await db
            .deleteFrom('withdraw_queue')
            .where((on) => on.and(key))
            .execute()
          return
        }
        const mark = await markOf(db, key)
        if (mark === null || mark.block < readTo.block) return
        await db
          .deleteFrom('withdraw_request')
          .where((on) => on.and(key))
          .where('block', '>', readTo.block)
          .execute()
        await db
          .updateTable('withdraw_request')
          .set(noEnd)
          .where((on) => on.and(key))
          .where('end_block', '>', readTo.block)
          .execute()
        await putMark(db, key, readTo)
      }),
    putReading: (tenantId, vaultRef, { blockNumber, blockHash, atUnix, body }) =>
      engine.write(async (db) => {
        const key = await assertDeployment(db, engine, { tenantId, vaultRef, lock: 'update' })
        const row = {
          ...key,
          block_number: blockNumber,
          block_hash: blockHash.toLowerCase(),
          at_unix: atUnix,
          body: packText(assertText('body', body)),
        }
        const last = await db
          .selectFrom('withdraw_reading')
          .select('block_number')
          .where((on) => on.and(key))
          .executeTakeFirst()
        if (last !== undefined && last.block_number > blockNumber) return false
        await db
          .insertInto('withdraw_reading')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'vault', 'chain']).doUpdateSet(row),
          )
          .execute()
        return true
      }),
    latest: async (tenantId, vaultRef): Promise<StoredQueueReading | null> => {
      const row = await engine.read
        .selectFrom('withdraw_reading')
        .selectAll()
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        blockNumber: row.block_number,
        blockHash: row.block_hash as Hex,
        atUnix: row.at_unix,
        body: unpackText(row.body),
      }
    },
    page: (tenantId, vaultRef, query) =>
      pageOfRequests(engine.read, vaultKeyOf(tenantId, vaultRef), query),
  }
}

/** Takes away the rows of queues that a vault no longer has, and what was read of all of them. */
export async function keepQueues(
  db: Queries,
  key: Omit<QueueKey, 'queue'>,
  queues: readonly Address[],
): Promise<void> {
  const names = queues.map(lowercased)
  const stored = await db
    .selectFrom('withdraw_queue')
    .select('queue')
    .where((on) => on.and(key))
    .execute()
  const gone = stored.filter(({ queue }) => !names.includes(queue as Address))
  for (const { queue } of gone) {
    await db
      .deleteFrom('withdraw_queue')
      .where((on) => on.and({ ...key, queue }))
      .execute()
  }
  if (gone.length === 0 && names.length > 0) return
  await db
    .deleteFrom('withdraw_reading')
    .where((on) => on.and(key))
    .execute()
}

async function markOf(db: Queries, key: QueueKey): Promise<QueueMark | null> {
  const row = await db
    .selectFrom('withdraw_queue')
    .select(['read_block', 'read_hash'])
    .where((on) => on.and(key))
    .executeTakeFirst()
  return row === undefined ? null : { block: row.read_block, blockHash: row.read_hash as Hex }
}

async function putMark(db: Queries, key: QueueKey, { block, blockHash }: QueueMark): Promise<void> {
  const row = { ...key, read_block: block, read_hash: blockHash.toLowerCase() }
  await db
    .insertInto('withdraw_queue')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'queue']).doUpdateSet(row),
    )
    .execute()
}

function isSameMark(one: QueueMark | null, other: QueueMark | null): boolean {
  if (one === null || other === null) return one === other
  return one.block === other.block && one.blockHash.toLowerCase() === other.blockHash.toLowerCase()
}
