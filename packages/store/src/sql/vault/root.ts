import type { Hex } from '@vaultwright/base'
import type { ExpressionBuilder } from 'kysely'
import type { RootEntry, RootSet, RootStore } from '../../record/root.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { DatabaseTables, RootEventRow, RootRow, VaultKeyColumns } from '../table/table.ts'
import {
  assertDeployment,
  checksummed,
  lowercased,
  vaultKeyOf,
  vaultRefOf,
} from '../table/vault-ref.ts'
import { readRootChanges } from './root-change.ts'
import { settleRoots } from './root-settle.ts'
import { syncRoots } from './root-sync.ts'

/** Makes the roots' part of a store. */
export function buildRoots(engine: StoreEngine): RootStore {
  const firstRows = prepare(engine.read, (key: VaultKeyColumns & { readonly limit: bigint }) =>
    inPageOrder(entriesOf(engine.read, key).where('r.is_onchain', '=', 1n)).limit(key.limit),
  )
  const activeRows = prepare(engine.read, (key: VaultKeyColumns) =>
    entriesOf(engine.read, key)
      .where('r.is_onchain', '=', 1n)
      .where('r.is_active', '=', 1n)
      .orderBy('r.strategist'),
  )
  const currentRows = prepare(engine.read, (key: VaultKeyColumns) =>
    engine.read
      .selectFrom('root')
      .select(['root', 'strategist'])
      .where('tenant_id', '=', key.tenant_id)
      .where('vault', '=', key.vault)
      .where('chain', '=', key.chain)
      .where('is_onchain', '=', 1n)
      .where('is_active', '=', 1n)
      .orderBy('strategist'),
  )
  const pendingRows = prepare(engine.read, (key: VaultKeyColumns) =>
    entriesOf(engine.read, key)
      .where('r.is_onchain', '=', 0n)
      .orderBy('r.root')
      .orderBy('r.strategist'),
  )
  const stateRows = prepare(
    engine.read,
    (key: { readonly tenantId: string; readonly root: string }) =>
      engine.read
        .selectFrom('root')
        .select('is_onchain')
        .where('tenant_id', '=', key.tenantId)
        .where('root', '=', key.root)
        .orderBy('is_onchain', 'desc')
        .limit(1n),
  )
  return {
    set: async (tenantId, event) => {
      const row = rowOf(tenantId, event)
      await engine.write(async (db) => {
        await assertDeployment(db, engine, { tenantId, vaultRef: event, lock: 'update' })
        await settleRoots(db, row)
      })
    },
    sync: async (tenantId, range, events) => {
      const vaultRef = { chain: range.chain, vault: range.vault }
      const given = events.map((event) => rowOf(tenantId, { ...event, ...vaultRef }))
      return engine.write(async (db) => {
        const at = await assertDeployment(db, engine, { tenantId, vaultRef, lock: 'update' })
        return syncRoots(db, { ...at, from: range.fromBlock, to: range.toBlock }, given)
      })
    },
    nextBlock: async (tenantId, vaultRef) => {
      const row = await engine.read
        .selectFrom('deployment')
        .select('roots_next_block')
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .executeTakeFirst()
      return row?.roots_next_block ?? null
    },
    page: async (tenantId, vaultRef, query) => {
      const key = vaultKeyOf(tenantId, vaultRef)
      const { after } = query
      if (after === null) {
        const rows = await firstRows({ ...key, limit: limitOf(query) })
        return pageOf(rows.map(entryOf), query)
      }
      const active = after.isActive ? 1n : 0n
      const block = after.setBlock ?? -1n
      const strategist = after.strategist.toLowerCase()
      const rows = entriesOf(engine.read, key)
        .where('r.is_onchain', '=', 1n)
        .where((on) =>
          on.or([
            on('r.is_active', '<', active),
            on.and([on('r.is_active', '=', active), on('r.set_block', '<', block)]),
            on.and([
              on('r.is_active', '=', active),
              on('r.set_block', '=', block),
              on.or([
                on('r.root', '>', after.root),
                on.and([on('r.root', '=', after.root), on('r.strategist', '>', strategist)]),
              ]),
            ]),
          ]),
        )
      const pageRows = await inPageOrder(rows).limit(limitOf(query)).execute()
      return pageOf(pageRows.map(entryOf), query)
    },
    active: async (tenantId, vaultRef) => {
      const rows = await activeRows(vaultKeyOf(tenantId, vaultRef))
      return rows.map(entryOf)
    },
    current: async (tenantId, vaultRef) => {
      const rows = await currentRows(vaultKeyOf(tenantId, vaultRef))
      return rows.map((row) => ({
        root: row.root as Hex,
        strategist: checksummed(row.strategist),
      }))
    },
    pending: async (tenantId, vaultRef) => {
      const rows = await pendingRows(vaultKeyOf(tenantId, vaultRef))
      return rows.map(entryOf)
    },
    stateOf: async (tenantId, root) => {
      const [row] = await stateRows({ tenantId, root: root.toLowerCase() })
      if (row === undefined) return null
      return row.is_onchain === 1n ? 'onchain' : 'pending'
    },
    changes: (tenantId, vaultRef, query) =>
      readRootChanges(engine.read, { tenantId, vaultRef }, query),
    history: async (tenantId, vaultRef) => {
      const rows = await engine.read
        .selectFrom('root_event')
        .selectAll()
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .orderBy('block')
        .orderBy('log_index')
        .execute()
      return rows.map(eventOf)
    },
  }
}

/** Active roots first, then by the block that set them, newest first. */
function inPageOrder(rows: ReturnType<typeof entriesOf>) {
  return rows
    .orderBy('r.is_active', 'desc')
    .orderBy('r.set_block', 'desc')
    .orderBy('r.root')
    .orderBy('r.strategist')
}

function entriesOf(db: Queries, key: VaultKeyColumns) {
  return db
    .selectFrom('root as r')
    .leftJoin('tree as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.root', '=', 'r.root'),
    )
    .select(['r.root', 'r.strategist', 'r.is_onchain', 'r.is_active', 'r.set_at_unix'])
    .select(['r.set_block', 'r.set_tx_hash', 't.leaf_count'])
    .select((on) => [
      logIndexOf(on).as('set_log_index'),
      on
        .selectFrom('root_event as n')
        .select('n.at_unix')
        .whereRef('n.tenant_id', '=', 'r.tenant_id')
        .whereRef('n.vault', '=', 'r.vault')
        .whereRef('n.chain', '=', 'r.chain')
        .whereRef('n.strategist', '=', 'r.strategist')
        .where((next) =>
          next.or([
            next('n.block', '>', next.ref('r.set_block')),
            next.and([
              next('n.block', '=', next.ref('r.set_block')),
              next('n.log_index', '>', logIndexOf(next as never)),
            ]),
          ]),
        )
        .orderBy('n.block')
        .orderBy('n.log_index')
        .limit(1n)
        .as('replaced_at_unix'),
    ])
    .where('r.tenant_id', '=', key.tenant_id)
    .where('r.vault', '=', key.vault)
    .where('r.chain', '=', key.chain)
}

type RootScope = DatabaseTables & { readonly r: RootRow }

/** The place within its block of the event that set a root last. */
function logIndexOf(on: ExpressionBuilder<RootScope, 'r'>) {
  return on
    .selectFrom('root_event as e')
    .select(({ fn }) => fn.max<bigint | null>('e.log_index').as('log_index'))
    .whereRef('e.tenant_id', '=', 'r.tenant_id')
    .whereRef('e.vault', '=', 'r.vault')
    .whereRef('e.chain', '=', 'r.chain')
    .whereRef('e.strategist', '=', 'r.strategist')
    .whereRef('e.root', '=', 'r.root')
    .whereRef('e.block', '=', 'r.set_block')
}

type RootEntryRow = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number]

function entryOf(row: RootEntryRow): RootEntry {
  return {
    root: row.root as Hex,
    strategist: checksummed(row.strategist),
    state: row.is_onchain === 1n ? 'onchain' : 'pending',
    isActive: row.is_active === 1n,
    setAtUnix: row.set_at_unix,
    setBlock: row.set_block,
    setTxHash: row.set_tx_hash as Hex | null,
    setLogIndex: row.set_log_index === null ? null : Number(row.set_log_index),
    replacedAtUnix: row.replaced_at_unix,
    leafCount: row.leaf_count === null ? null : Number(row.leaf_count),
  }
}

function rowOf(tenantId: string, event: RootSet): RootEventRow {
  const strategist = lowercased(event.strategist)
  return {
    ...vaultKeyOf(tenantId, event),
    strategist,
    root: event.root.toLowerCase(),
    at_unix: event.atUnix,
    block: event.block,
    log_index: BigInt(event.logIndex),
    tx_hash: event.txHash,
  }
}

function eventOf(row: RootEventRow): RootSet {
  return {
    ...vaultRefOf(row),
    strategist: checksummed(row.strategist),
    root: row.root as Hex,
    atUnix: row.at_unix,
    block: row.block,
    logIndex: Number(row.log_index),
    txHash: row.tx_hash as Hex | null,
  }
}
