import { BaseError, type Hex } from '@vaultwright/base'
import type { PackedTree } from '@vaultwright/formats'
import { TreeDamagedError } from '@vaultwright/store'
import { defineRoute, type RouteRequest } from '../../answer/route.ts'
import { lruCachePerOwner } from '../../cache/lru-cache.ts'
import { readRootHash, TreeNotFoundError } from './tree.ts'

/** The ways out of a tree, with a call that takes each. */
export const getTreeRisk = defineRoute('getTreeRisk', async ({ params, caller, context }) => {
  const root = readRootHash(params.root_hash)
  const scope = { caller, context }
  const text = await reviewOf(context.store).of(`${caller.tenantId} risk ${root}`, async () => {
    const packed = await findTree(root, scope)
    const { tenantId } = caller
    const bytes = heapOf(packed)
    return inThread([root], () => context.pool.run('printTreeRisk', packed, { tenantId, bytes }))
  })
  return { text }
})

/** Two trees of the tenant, compared by what their leaves permit. */
export const getTreeDiff = defineRoute('getTreeDiff', async ({ params, caller, context }) => {
  const roots = [readRootHash(params.root_hash), readRootHash(params.other_root_hash)] as const
  const request0 = { caller, context }
  const name = `${caller.tenantId} diff ${roots.join(' ')}`
  const text = await reviewOf(context.store).of(name, async () => {
    const [before, after] = [await findTree(roots[0], request0), await findTree(roots[1], request0)]
    const { tenantId } = caller
    const bytes = heapOf(before) + heapOf(after)
    const pair = { before, after }
    return inThread(roots, () => context.pool.run('printTreeDiff', pair, { tenantId, bytes }))
  })
  return { text }
})

/** A tree of a tenant never changes and never goes, so what follows from trees alone outlives every write. */
const reviewOf = lruCachePerOwner({ maxEntries: 200, maxBytes: 48 * 1024 * 1024 })

/** The memory of each leaf in a review: its reading, names, texts and part of the answer. */
const bytesOfLeaf = 300

/** Packed leaves that repeat each other take next to nothing; their review does not. */
function heapOf({ leafCount }: PackedTree): number {
  return leafCount * bytesOfLeaf
}

type ReviewRequest = Pick<RouteRequest<'getTreeRisk'>, 'caller' | 'context'>

/** Finds a tree, with its root on a Manager already or not: its permissions are the same. */
async function findTree(root: Hex, { caller, context }: ReviewRequest): Promise<PackedTree> {
  const packed = await context.store.trees.findPacked(caller.tenantId, root)
  if (packed === null) throw new TreeNotFoundError(root, null)
  return packed
}

async function inThread(
  roots: readonly [Hex, ...Hex[]],
  run: () => Promise<Uint8Array>,
): Promise<Buffer> {
  try {
    const bytes = await run()
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (cause) {
    // A service that is busy has damaged nothing.
    if (!(cause instanceof BaseError) || !damage.has(cause.code)) throw cause
    throw new TreeDamagedError(roots[0], cause)
  }
}

const damage: ReadonlySet<string> = new Set(['damaged_binary', 'unsound_tree'])
