import type { Hex } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import {
  assertSound,
  decodeBinary,
  encodeBinary,
  type TreeFile,
  UnsoundTreeError,
  usedCountOf,
} from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import type { Selectable } from 'kysely'
import type { Actor } from '../actor.ts'
import { differencesOf } from '../text-difference.ts'
import {
  type Pushed,
  type StoredTree,
  StrategistNotFoundError,
  TreeDamagedError,
  type TreePush,
  type TreeStore,
} from '../tree.ts'
import { writeAct } from './audit.ts'
import type { Engine, Queries } from './engine.ts'
import { assertPlace, lowered, placeOf, spelled } from './place.ts'
import type { PlaceColumns, RootRow, TreeRow } from './table.ts'

type Row = Selectable<TreeRow>
type RootColumns = Pick<RootRow, keyof PlaceColumns | 'strategist' | 'root'>

/** Makes the trees' part of a store. */
export function buildTrees(engine: Engine): TreeStore {
  return {
    push: async (tenantId, push, by) => {
      const row = rowOf(tenantId, push.file, engine.nowUnix())
      const pushed = await engine.write((db) => pushRow(db, engine, { row, push, by }))
      const differences = pushed.isNewTree ? [] : differencesOf(treeOf(pushed.kept), treeOf(row))
      const { isNewTree, isNewRoot, state } = pushed
      return { root: row.root as Hex, isNewTree, isNewRoot, state, differences }
    },
    find: async (tenantId, root) => {
      const row = await findRow(engine.read, tenantId, root.toLowerCase())
      return row === undefined ? null : treeOf(row)
    },
    stored: async (tenantId, roots) => {
      const found = new Set<Hex>()
      for (const root of new Set(roots)) {
        const row = await engine.read
          .selectFrom('tree')
          .select('root')
          .where('tenant_id', '=', tenantId)
          .where('root', '=', root.toLowerCase())
          .executeTakeFirst()
        if (row !== undefined) found.add(root)
      }
      return found
    },
  }
}

async function pushRow(
  db: Queries,
  engine: Engine,
  { row, push, by }: { readonly row: Row; readonly push: TreePush; readonly by: Actor },
): Promise<Omit<Pushed, 'root' | 'differences'> & { readonly kept: Row }> {
  const tenantId = row.tenant_id
  const columns = await assertPlace(db, engine, { tenantId, place: push, lock: 'share' })
  const strategist = await assertStrategist(db, columns, push)
  const made = await db
    .insertInto('tree')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'root']).doNothing())
    .returning('root')
    .executeTakeFirst()
  const isNewTree = made !== undefined
  const root = { ...columns, strategist, root: row.root }
  const isNewRoot = await insertPending(db, root)
  const kept = isNewTree ? row : (await findRow(db, tenantId, row.root))!
  const state = isNewRoot ? 'pending' : await stateOf(db, root)
  if (isNewTree || isNewRoot) {
    const { chain, vault } = placeOf(columns)
    const details = { chain, vault, strategist: spelled(strategist), isNewTree, isNewRoot }
    await writeAct(db, engine, {
      tenantId,
      actor: by,
      act: 'tree.push',
      subject: row.root,
      details,
    })
  }
  return { isNewTree, isNewRoot, state, kept }
}

/** @returns whether the strategist had no such root before; one that only events named is pushed from now on, too. */
async function insertPending(db: Queries, at: RootColumns): Promise<boolean> {
  const made = await db
    .insertInto('root')
    .values({
      ...{ ...at, is_pushed: 1n, is_onchain: 0n, is_active: 0n },
      ...{ set_at_unix: null, set_block: null, set_tx_hash: null },
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'strategist', 'root']).doNothing(),
    )
    .returning('root')
    .executeTakeFirst()
  if (made !== undefined) return true
  await db
    .updateTable('root')
    .set({ is_pushed: 1n })
    .where((on) => on.and(at))
    .where('is_pushed', '=', 0n)
    .execute()
  return false
}

async function stateOf(db: Queries, at: RootColumns): Promise<'pending' | 'onchain'> {
  const row = await db
    .selectFrom('root')
    .select('is_onchain')
    .where((on) => on.and(at))
    .executeTakeFirst()
  return row?.is_onchain === 1n ? 'onchain' : 'pending'
}

async function assertStrategist(
  db: Queries,
  columns: PlaceColumns,
  push: TreePush,
): Promise<string> {
  const address = lowered(push.strategist)
  const rows = await db
    .selectFrom('strategist')
    .select('address')
    .where((on) => on.and(columns))
    .execute()
  if (rows.some((row) => row.address === address)) return address
  throw new StrategistNotFoundError(push, push.strategist)
}

function findRow(db: Queries, tenantId: string, root: string): Promise<Row | undefined> {
  return db
    .selectFrom('tree')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('root', '=', root)
    .executeTakeFirst()
}

/** Makes the row of a file that is sound, and that can be read back from what is kept. */
function rowOf(tenantId: string, file: TreeFile, nowUnix: bigint): Row {
  assertSound(file)
  const root = printHex(rootOf(file.tree.tree))
  const body = encodeBinary(file)
  if (file.metadata.root.toLowerCase() !== root) throw unsound(file.metadata.root, root)
  const rebuilt = printHex(rootOf(rebuiltOf(body, root).tree.tree))
  if (rebuilt !== root) throw unsound(root, rebuilt)
  return {
    tenant_id: tenantId,
    root,
    format: file.format === 'rust' ? 'rust' : 'solidity',
    leaf_count: BigInt(usedCountOf(file.tree)),
    depth: BigInt(file.tree.tree.depth),
    body,
    created_at_unix: nowUnix,
  }
}

function rebuiltOf(body: Uint8Array, root: string): TreeFile {
  try {
    return decodeBinary(body)
  } catch (cause) {
    throw unsound(root, cause instanceof Error ? cause.message : '')
  }
}

function unsound(stated: string, found: string): UnsoundTreeError {
  const message = `The tree says that its root is ${stated}, and its leaves say otherwise: ${found}`
  return new UnsoundTreeError([
    { code: 'root_mismatch', severity: 'error', leaf: null, message, facts: { stated, found } },
  ])
}

function treeOf(row: Row): StoredTree {
  const root = row.root as Hex
  const format = row.format === 'rust' ? 'rust' : 'solidity'
  const file = { ...fileOf(row, root), format } as const
  return {
    ...{ root, format, file },
    leafCount: Number(row.leaf_count),
    depth: Number(row.depth),
    createdAtUnix: row.created_at_unix,
  }
}

/** Decoding rebuilds the tree and compares; here it is compared with the root it is kept under, too. */
function fileOf(row: Row, root: Hex): TreeFile {
  try {
    const file = decodeBinary(row.body)
    if (printHex(rootOf(file.tree.tree)) === root) return file
  } catch (cause) {
    throw new TreeDamagedError(root, cause)
  }
  throw new TreeDamagedError(root, null)
}
