import type { Hex } from '@vaultwright/base'
import { sql } from 'kysely'
import type { RootSet, RootStore } from '../../record/root.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { RootEventRow, VaultKeyColumns } from '../table/table.ts'
import {
  assertDeployment,
  checksummed,
  lowercased,
  vaultKeyOf,
  vaultRefOf,
} from '../table/vault-ref.ts'
import { prepareRootChanges } from './root-change.ts'
import { entriesOf, entryOf, inPageOrder } from './root-entry.ts'
import { settleRoots } from './root-settle.ts'
import { syncRoots } from './root-sync.ts'

type RootPage = VaultKeyColumns & { readonly limit: bigint }

/** The last root of the page before. */
type RootCursor = {
  readonly active: bigint
  readonly block: bigint
  readonly root: string
  readonly strategist: string
}

/** Makes the roots' part of a store. */
export function buildRoots(engine: StoreEngine): RootStore {
  const firstRows = prepare(engine, (key: RootPage) =>
    inPageOrder(entriesOf(engine.read, key).where('r.is_onchain', '=', 1n)).limit(key.limit),
  )
  const nextRows = prepare(engine, (key: RootPage & RootCursor) =>
    inPageOrder(
      entriesOf(engine.read, key)
        .where('r.is_onchain', '=', 1n)
        .where((on) =>
          on.or([
            on('r.is_active', '<', key.active),
            on.and([on('r.is_active', '=', key.active), on('r.set_block', '<', key.block)]),
            on.and([
              on('r.is_active', '=', key.active),
              on('r.set_block', '=', key.block),
              on.or([
                on('r.root', '>', key.root),
                on.and([on('r.root', '=', key.root), on('r.strategist', '>', key.strategist)]),
              ]),
            ]),
          ]),
        ),
    ).limit(key.limit),
  )
  const activeRows = prepare(engine, (key: VaultKeyColumns) =>
    entriesOf(engine.read, key)
      .where('r.is_onchain', '=', 1n)
      .where('r.is_active', '=', 1n)
      .orderBy('r.strategist'),
  )
  const currentRows = prepare(engine, (key: VaultKeyColumns) =>
    engine.read
      .selectFrom('root')
      .select(['root', 'strategist'])
      .where('tenant_id', '=', key.tenant_id)
      .where('vault', '=', key.vault)
      .where('chain', '=', key.chain)
      .where('is_onchain', '=', isSet)
      .where('is_active', '=', isSet),
  )
  const pendingRows = prepare(engine, (key: VaultKeyColumns) =>
    entriesOf(engine.read, key)
      .where('r.is_onchain', '=', 0n)
      .orderBy('r.root')
      .orderBy('r.strategist'),
  )
  const stateRows = prepare(engine, (key: { readonly tenantId: string; readonly root: string }) =>
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
      const rows = events.map((event) => rowOf(tenantId, { ...event, ...vaultRef }))
      return engine.write(async (db) => {
        const deployment = await assertDeployment(db, engine, {
          tenantId,
          vaultRef,
          lock: 'update',
        })
        return syncRoots(db, { ...deployment, from: range.fromBlock, to: range.toBlock }, rows)
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
      const page = { ...vaultKeyOf(tenantId, vaultRef), limit: limitOf(query) }
      const { after } = query
      const rows =
        after === null
          ? await firstRows(page)
          : await nextRows({
              ...page,
              active: after.isActive ? 1n : 0n,
              block: after.setBlock ?? -1n,
              root: after.root,
              strategist: after.strategist.toLowerCase(),
            })
      return pageOf(rows.map(entryOf), query)
    },
    active: async (tenantId, vaultRef) => {
      const rows = await activeRows(vaultKeyOf(tenantId, vaultRef))
      return rows.map(entryOf)
    },
    current: async (tenantId, vaultRef) => {
      const rows = await currentRows(vaultKeyOf(tenantId, vaultRef))
      return rows.toSorted(byStrategist).map((row) => ({
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
    changes: prepareRootChanges(engine),
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

/** SQLite plans a statement with an order or a value for each run anew; one without is planned once. */
const isSet = sql.lit(1n)

function byStrategist(
  one: { readonly strategist: string },
  other: { readonly strategist: string },
) {
  return one.strategist < other.strategist ? -1 : 1
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
