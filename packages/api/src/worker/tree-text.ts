import { BaseError, type Hex } from '@vaultwright/base'
import { type Store, TreeDamagedError } from '@vaultwright/store'
import { lruCachePerOwner } from '../cache/lru-cache.ts'
import { printTree } from './tree-task.ts'
import type { WorkerPool } from './worker-pool.ts'

/** A tree of a tenant never changes and never goes, so its text outlives every other write: some dozen trees of 4096 leaves. */
const textsOf = lruCachePerOwner({ maxEntries: 1_000, maxBytes: 96 * 1024 * 1024 })

/** The size of a text that is printed sooner than a thread is asked: about a hundred leaves. */
const smallBytes = 16_384

/** A tree that is asked for, and by whom. */
export type TenantTreeRef = { readonly tenantId: string; readonly root: Hex }

/**
 * Reads a tree as the interface gives it.
 *
 * @returns UTF-8 of JSON of `{data}`; null when the tenant has no tree of this root.
 * @throws {TreeDamagedError} when what is kept does not make the root.
 */
export async function readTreeText(
  store: Pick<Store, 'trees'>,
  pool: Pick<WorkerPool, 'run'>,
  { tenantId, root }: TenantTreeRef,
): Promise<Buffer | null> {
  return textsOf(store).of(`${tenantId} ${root}`, async () => {
    const packed = await store.trees.findPacked(tenantId, root)
    if (packed === null) return null
    try {
      const { length } = packed.body
      const bytes =
        length <= smallBytes
          ? printTree(packed)
          : await pool.run('printTree', packed, { tenantId, bytes: length })
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    } catch (cause) {
      // A service that is busy has damaged nothing.
      if (!(cause instanceof BaseError) || !damage.has(cause.code)) throw cause
      throw new TreeDamagedError(root, cause)
    }
  })
}

const damage: ReadonlySet<string> = new Set(['damaged_binary', 'unsound_tree'])
