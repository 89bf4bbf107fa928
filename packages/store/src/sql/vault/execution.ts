import type { Hex } from '@vaultwright/base'
import type { ExecutionKey, ExecutionStore, StoredExecution } from '../../record/execution.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import { assertText } from '../../value/text.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import type { ExecutionRow } from '../table/execution-table.ts'
import { packText, unpackText } from '../table/pack.ts'
import type { VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, checksummed, lowercased, vaultKeyOf } from '../table/vault-ref.ts'

/** Makes the part of a store that keeps executions. */
export function buildExecutions(engine: StoreEngine): ExecutionStore {
  return {
    sync: async (tenantId, { fromBlock, toBlock, ...vaultRef }, { rows, unchanged }) => {
      const range = { from: fromBlock, to: toBlock }
      const staying = new Set(unchanged.map(keyOf))
      return engine.write(async (db) => {
        const where = { tenantId, vaultRef, lock: 'update' } as const
        const key = await assertDeployment(db, engine, where)
        const stored = await marksIn(db, key, range)
        const gone = stored.filter((mark) => !staying.has(keyOf(markOf(mark))))
        for (const { block, log_index } of gone) await removeRow(db, { ...key, block, log_index })
        const added = rows.filter((row) => !staying.has(keyOf(row)))
        for (const row of added) {
          await db.insertInto('execution').values(rowOf(key, row)).execute()
        }
        await noteRead(db, key, range)
        return { added: added.length, removed: gone.length }
      })
    },
    nextBlock: async (tenantId, vaultRef) => {
      const row = await engine.read
        .selectFrom('deployment')
        .select('executions_next_block')
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .executeTakeFirst()
      return row?.executions_next_block ?? null
    },
    marks: async (tenantId, vaultRef, { fromBlock, toBlock }) => {
      const key = vaultKeyOf(tenantId, vaultRef)
      const rows = await marksIn(engine.read, key, { from: fromBlock, to: toBlock })
      return rows.map((row) => ({
        ...markOf(row),
        blockHash: row.block_hash as Hex,
        txHash: row.tx_hash as Hex,
      }))
    },
    page: async (tenantId, vaultRef, query) => {
      const { after } = query
      const first = engine.read
        .selectFrom('execution')
        .selectAll()
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .orderBy('block', 'desc')
        .orderBy('log_index', 'desc')
        .limit(limitOf(query))
      const rows =
        after === null
          ? first
          : first.where((on) =>
              on.or([
                on('block', '<', after.block),
                on.and([
                  on('block', '=', after.block),
                  on('log_index', '<', BigInt(after.logIndex)),
                ]),
              ]),
            )
      return pageOf((await rows.execute()).map(executionOf), query)
    },
  }
}

type BlockRange = { readonly from: bigint; readonly to: bigint }

function marksIn(db: Queries, key: VaultKeyColumns, { from, to }: BlockRange) {
  return db
    .selectFrom('execution')
    .select(['block', 'log_index', 'block_hash', 'tx_hash'])
    .where((on) => on.and(key))
    .where('block', '>=', from)
    .where('block', '<=', to)
    .orderBy('block')
    .orderBy('log_index')
    .execute()
}

async function removeRow(
  db: Queries,
  key: VaultKeyColumns & Pick<ExecutionRow, 'block' | 'log_index'>,
): Promise<void> {
  await db
    .deleteFrom('execution')
    .where((on) => on.and(key))
    .execute()
}

/** A range that begins where the last one ended, or before, moves the mark on; one beyond a gap does not. */
async function noteRead(
  db: Queries,
  key: VaultKeyColumns,
  { from, to }: BlockRange,
): Promise<void> {
  const next = 'executions_next_block'
  await db
    .updateTable('deployment')
    .set({ executions_next_block: to + 1n })
    .where((on) => on.and(key))
    .where((on) =>
      on.or([on(next, 'is', null), on.and([on(next, '>=', from), on(next, '<=', to)])]),
    )
    .execute()
}

function keyOf({ block, logIndex }: ExecutionKey): string {
  return `${block}.${logIndex}`
}

function markOf({ block, log_index }: Pick<ExecutionRow, 'block' | 'log_index'>): ExecutionKey {
  return { block, logIndex: Number(log_index) }
}

function rowOf(key: VaultKeyColumns, execution: StoredExecution): ExecutionRow {
  const { strategist, safeTxHash, calls, outcome } = execution
  return {
    ...key,
    block: execution.block,
    log_index: BigInt(execution.logIndex),
    block_hash: execution.blockHash.toLowerCase(),
    at_unix: execution.atUnix,
    tx_hash: execution.txHash.toLowerCase(),
    strategist: strategist === null ? null : lowercased(strategist),
    safe_tx_hash: safeTxHash?.toLowerCase() ?? null,
    calls: calls === null ? null : BigInt(calls),
    outcome: outcome === null ? null : assertText('outcome', outcome),
    body: packText(assertText('body', execution.body)),
  }
}

function executionOf(row: ExecutionRow): StoredExecution {
  return {
    block: row.block,
    logIndex: Number(row.log_index),
    blockHash: row.block_hash as Hex,
    atUnix: row.at_unix,
    txHash: row.tx_hash as Hex,
    strategist: row.strategist === null ? null : checksummed(row.strategist),
    safeTxHash: row.safe_tx_hash as Hex | null,
    calls: row.calls === null ? null : Number(row.calls),
    outcome: row.outcome,
    body: unpackText(row.body),
  }
}
