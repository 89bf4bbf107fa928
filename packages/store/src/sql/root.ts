import type { Hex } from '@vaultwright/base'
import type { RootEntry, RootSet, RootStore } from '../root.ts'
import type { VaultPlace } from '../vault.ts'
import type { Engine, Queries } from './engine.ts'
import { limitOf, pageOf } from './page.ts'
import { assertPlace, columnsOf, lowered, placeOf, spelled } from './place.ts'
import { settleRoots } from './root-settle.ts'
import { syncRoots } from './root-sync.ts'
import type { RootEventRow } from './table.ts'

/** Makes the roots' part of a store. */
export function buildRoots(engine: Engine): RootStore {
  return {
    set: async (tenantId, event) => {
      const row = rowOf(tenantId, event)
      await engine.write(async (db) => {
        await assertPlace(db, engine, { tenantId, place: event, lock: 'update' })
        await settleRoots(db, row)
      })
    },
    sync: async (tenantId, range, events) => {
      const place = { chain: range.chain, vault: range.vault }
      const given = events.map((event) => rowOf(tenantId, { ...event, ...place }))
      return engine.write(async (db) => {
        const at = await assertPlace(db, engine, { tenantId, place, lock: 'update' })
        return syncRoots(db, { ...at, from: range.fromBlock, to: range.toBlock }, given)
      })
    },
    nextBlock: async (tenantId, place) => {
      const row = await engine.read
        .selectFrom('deployment')
        .select('roots_next_block')
        .where((on) => on.and(columnsOf(tenantId, place)))
        .executeTakeFirst()
      return row?.roots_next_block ?? null
    },
    page: async (tenantId, place, query) => {
      let rows = entriesOf(engine.read, tenantId, place).where('r.is_onchain', '=', 1n)
      const { after } = query
      if (after !== null) {
        const active = after.isActive ? 1n : 0n
        const block = after.setBlock ?? -1n
        const strategist = after.strategist.toLowerCase()
        rows = rows.where((on) =>
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
      }
      const found = await rows
        .orderBy('r.is_active', 'desc')
        .orderBy('r.set_block', 'desc')
        .orderBy('r.root')
        .orderBy('r.strategist')
        .limit(limitOf(query))
        .execute()
      return pageOf(found.map(entryOf), query)
    },
    active: async (tenantId, place) => {
      const rows = await entriesOf(engine.read, tenantId, place)
        .where('r.is_onchain', '=', 1n)
        .where('r.is_active', '=', 1n)
        .orderBy('r.strategist')
        .execute()
      return rows.map(entryOf)
    },
    pending: async (tenantId, place) => {
      const rows = await entriesOf(engine.read, tenantId, place)
        .where('r.is_onchain', '=', 0n)
        .orderBy('r.root')
        .orderBy('r.strategist')
        .execute()
      return rows.map(entryOf)
    },
    stateOf: async (tenantId, root) => {
      const row = await engine.read
        .selectFrom('root')
        .select('is_onchain')
        .where('tenant_id', '=', tenantId)
        .where('root', '=', root.toLowerCase())
        .orderBy('is_onchain', 'desc')
        .limit(1n)
        .executeTakeFirst()
      if (row === undefined) return null
      return row.is_onchain === 1n ? 'onchain' : 'pending'
    },
    history: async (tenantId, place) => {
      const rows = await engine.read
        .selectFrom('root_event')
        .selectAll()
        .where((on) => on.and(columnsOf(tenantId, place)))
        .orderBy('block')
        .orderBy('log_index')
        .execute()
      return rows.map(eventOf)
    },
  }
}

function entriesOf(db: Queries, tenantId: string, place: VaultPlace) {
  const at = columnsOf(tenantId, place)
  return db
    .selectFrom('root as r')
    .leftJoin('tree as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.root', '=', 'r.root'),
    )
    .select(['r.root', 'r.strategist', 'r.is_onchain', 'r.is_active', 'r.set_at_unix'])
    .select(['r.set_block', 'r.set_tx_hash', 't.leaf_count'])
    .where('r.tenant_id', '=', at.tenant_id)
    .where('r.vault', '=', at.vault)
    .where('r.chain', '=', at.chain)
}

type Entry = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number]

function entryOf(row: Entry): RootEntry {
  return {
    root: row.root as Hex,
    strategist: spelled(row.strategist),
    state: row.is_onchain === 1n ? 'onchain' : 'pending',
    isActive: row.is_active === 1n,
    setAtUnix: row.set_at_unix,
    setBlock: row.set_block,
    setTxHash: row.set_tx_hash as Hex | null,
    leafCount: row.leaf_count === null ? null : Number(row.leaf_count),
  }
}

function rowOf(tenantId: string, event: RootSet): RootEventRow {
  const strategist = lowered(event.strategist)
  return {
    ...{ ...columnsOf(tenantId, event), strategist, root: event.root.toLowerCase() },
    ...{ at_unix: event.atUnix, block: event.block, log_index: BigInt(event.logIndex) },
    tx_hash: event.txHash,
  }
}

function eventOf(row: RootEventRow): RootSet {
  return {
    ...placeOf(row),
    strategist: spelled(row.strategist),
    root: row.root as Hex,
    atUnix: row.at_unix,
    block: row.block,
    logIndex: Number(row.log_index),
    txHash: row.tx_hash as Hex | null,
  }
}
