import type { Hex } from '@vaultwright/base'
import {
  differencesOf,
  type PackedTree,
  packTree,
  type TreeFile,
  unpackTree,
} from '@vaultwright/formats'
import type { Selectable } from 'kysely'
import type { Actor } from '../../access/audit.ts'
import {
  type PackedPush,
  type PackedPushed,
  type StoredTree,
  StrategistNotFoundError,
  TreeDamagedError,
  type TreeStore,
} from '../../record/tree.ts'
import { writeAct } from '../access/audit.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { RootRow, TreeRow, VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, checksummed, lowercased, vaultRefOf } from '../table/vault-ref.ts'

type SelectedTreeRow = Selectable<TreeRow>
type RootColumns = Pick<RootRow, keyof VaultKeyColumns | 'strategist' | 'root'>

/** Makes the trees' part of a store. */
export function buildTrees(engine: StoreEngine): TreeStore {
  const pushPacked: TreeStore['pushPacked'] = async (tenantId, push, by) => {
    const row = rowOf(tenantId, push.tree, engine.nowUnix())
    const { kept: stored, ...pushed } = await engine.write((db) =>
      pushRow(db, engine, { row, push, by }),
    )
    const isSame = stored.format === row.format && Buffer.compare(stored.body, row.body) === 0
    return { root: push.tree.root, ...pushed, kept: isSame ? null : packedOf(stored) }
  }
  const rowsOfTree = prepare(engine, (key: { readonly tenantId: string; readonly root: string }) =>
    rowsOf(engine.read, key.tenantId, key.root),
  )
  const storedRows = prepare(engine, (key: { readonly tenantId: string; readonly root: string }) =>
    engine.read
      .selectFrom('tree')
      .select('root')
      .where('tenant_id', '=', key.tenantId)
      .where('root', '=', key.root),
  )
  return {
    pushPacked,
    push: async (tenantId, { file, ...place }, by) => {
      const tree = packTree(file)
      const { kept: stored, ...pushed } = await pushPacked(tenantId, { ...place, tree }, by)
      const differences = stored === null ? [] : differencesOf(fileOf(stored), fileOf(tree))
      return { ...pushed, differences }
    },
    findPacked: async (tenantId, root) => {
      const [row] = await rowsOfTree({ tenantId, root: root.toLowerCase() })
      return row === undefined ? null : packedOf(row)
    },
    find: async (tenantId, root) => {
      const [row] = await rowsOfTree({ tenantId, root: root.toLowerCase() })
      return row === undefined ? null : treeOf(row)
    },
    stored: async (tenantId, roots) => {
      const storedRoots = new Set<Hex>()
      for (const root of new Set(roots)) {
        const rows = await storedRows({ tenantId, root: root.toLowerCase() })
        if (rows.length > 0) storedRoots.add(root)
      }
      return storedRoots
    },
  }
}

async function pushRow(
  db: Queries,
  engine: StoreEngine,
  {
    row,
    push,
    by,
  }: { readonly row: SelectedTreeRow; readonly push: PackedPush; readonly by: Actor },
): Promise<Omit<PackedPushed, 'root' | 'kept'> & { readonly kept: SelectedTreeRow }> {
  const tenantId = row.tenant_id
  const columns = await assertDeployment(db, engine, { tenantId, vaultRef: push, lock: 'share' })
  const strategist = await assertStrategist(db, columns, push)
  const inserted = await db
    .insertInto('tree')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'root']).doNothing())
    .returning('root')
    .executeTakeFirst()
  const isNewTree = inserted !== undefined
  const root = { ...columns, strategist, root: row.root }
  const isNewRoot = await insertPending(db, root)
  const storedRow = isNewTree ? row : (await findRow(db, tenantId, row.root))!
  const state = isNewRoot ? 'pending' : await stateOf(db, root)
  if (isNewTree || isNewRoot) {
    const { chain, vault } = vaultRefOf(columns)
    const details = { chain, vault, strategist: checksummed(strategist), isNewTree, isNewRoot }
    await writeAct(db, engine, {
      tenantId,
      actor: by,
      act: 'tree.push',
      subject: row.root,
      details,
    })
  }
  return { isNewTree, isNewRoot, state, kept: storedRow }
}

/** @returns whether the strategist had no such root before; one that only events named is pushed from now on, too. */
async function insertPending(db: Queries, at: RootColumns): Promise<boolean> {
  const inserted = await db
    .insertInto('root')
    .values({
      ...at,
      is_pushed: 1n,
      is_onchain: 0n,
      is_active: 0n,
      set_at_unix: null,
      set_block: null,
      set_tx_hash: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'strategist', 'root']).doNothing(),
    )
    .returning('root')
    .executeTakeFirst()
  if (inserted !== undefined) return true
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
  columns: VaultKeyColumns,
  push: PackedPush,
): Promise<string> {
  const address = lowercased(push.strategist)
  const rows = await db
    .selectFrom('strategist')
    .select('address')
    .where((on) => on.and(columns))
    .execute()
  if (rows.some((row) => row.address === address)) return address
  throw new StrategistNotFoundError(push, push.strategist)
}

function findRow(
  db: Queries,
  tenantId: string,
  root: string,
): Promise<SelectedTreeRow | undefined> {
  return rowsOf(db, tenantId, root).executeTakeFirst()
}

function rowsOf(db: Queries, tenantId: string, root: string) {
  return db
    .selectFrom('tree')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('root', '=', root)
}

function rowOf(tenantId: string, tree: PackedTree, nowUnix: bigint): SelectedTreeRow {
  const { root, format, body } = tree
  return {
    tenant_id: tenantId,
    root,
    format,
    body,
    created_at_unix: nowUnix,
    leaf_count: BigInt(tree.leafCount),
    depth: BigInt(tree.depth),
  }
}

function packedOf(row: SelectedTreeRow): PackedTree {
  return {
    root: row.root as Hex,
    format: row.format === 'rust' ? 'rust' : 'solidity',
    leafCount: Number(row.leaf_count),
    depth: Number(row.depth),
    body: row.body,
  }
}

function treeOf(row: SelectedTreeRow): StoredTree {
  const packed = packedOf(row)
  const { root, format, leafCount, depth } = packed
  const file = { ...fileOf(packed), format } as const
  return { root, format, leafCount, depth, file, createdAtUnix: row.created_at_unix }
}

/** Decoding rebuilds the tree and compares; here it is compared with the root it is kept under, too. */
function fileOf(packed: PackedTree): TreeFile {
  try {
    return unpackTree(packed)
  } catch (cause) {
    throw new TreeDamagedError(packed.root, cause)
  }
}
