import { BaseError, type Digest } from '@vaultwright/base'
import { defaultEngine, engineFor } from '../engine/engine-choice.ts'
import {
  allocateTree,
  buildTree,
  DigestLengthError,
  type Frontier,
  fillWith,
  hashUpFrom,
  layerOf,
  layerStartOf,
  type Tree,
  type TreeOptions,
} from './tree.ts'

/** A part of a tree for one worker: a copyable value. */
export type SubtreeTask = {
  /** 1 to `capacity` digests, 32 bytes each. */
  readonly digests: Uint8Array
  /** A power of two. */
  readonly capacity: number
  /** Fills the open positions; null when there are none. */
  readonly padding: Digest | null
}

/** Workers that somebody else has opened and will close. */
export type TreePool = {
  /** Tasks that run at the same time. */
  readonly size: number
  /** Runs `buildSubtree` on a worker and brings back its answer. */
  readonly run: (task: SubtreeTask) => Promise<Uint8Array>
}

/** Leaves that are worth sending to a worker. */
const smallestPart = 4096

/**
 * Builds a tree on many threads: workers hash whole subtrees, the rest is hashed here.
 *
 * Worth it from about 2^16 leaves, or 2^14 with workers that are already running.
 *
 * @param digests - n * 32 bytes, in leaf order · n from 1 to 2^22.
 * @param pool - runs `buildSubtree` elsewhere.
 * @param options - as for `buildTree`, whose errors it shares.
 * @returns the same tree as `buildTree` makes.
 * @throws {PoolAnswerError} when a worker answers with something else than its subtree.
 */
export async function buildTreeParallel(
  digests: Uint8Array,
  pool: TreePool,
  options: TreeOptions = {},
): Promise<Tree> {
  if (digests.length % 32 !== 0) throw new DigestLengthError('digests', digests.length)
  const tree = allocateTree(digests.length / 32, options)
  const level = partLevelOf(tree, pool)
  if (level >= tree.depth) return buildTree(digests, options)
  const capacity = 2 ** level
  const parts = Math.ceil(tree.leafCount / capacity)
  const padding = options.padding ?? null
  tree.nodes.set(digests)
  let next = 0
  const work = async (): Promise<void> => {
    while (next < parts) {
      const part = next++
      const start = 32 * part * capacity
      const own = digests.subarray(start, Math.min(start + 32 * capacity, digests.length))
      const isFull = own.length === 32 * capacity
      const nodes = await pool.run({ digests: own, capacity, padding: isFull ? null : padding })
      copySubtree(tree, { part, level }, nodes)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, pool.size) }, work))
  const frontier = { tree, level, used: parts }
  hashUpFrom(frontier, padBeside(tree, frontier, padding), engineFor(options.engine))
  return tree
}

/**
 * Builds the part of a tree that a task names: what a worker does.
 *
 * @returns (2 * capacity - 1) * 32 bytes, leaves first, root last.
 */
export function buildSubtree(task: SubtreeTask): Uint8Array {
  const { digests, capacity, padding } = task
  return buildTree(digests, padding === null ? { capacity } : { capacity, padding }).nodes
}

/** Four parts a worker even out their speeds. */
function partLevelOf(tree: Tree, pool: TreePool): number {
  const wanted = tree.capacity / (4 * Math.max(1, pool.size))
  return Math.floor(Math.log2(Math.max(smallestPart, wanted)))
}

/** Copies the layers of a part, padding among its leaves included. */
function copySubtree(tree: Tree, place: { part: number; level: number }, nodes: unknown): void {
  const capacity = 2 ** place.level
  const expected = 32 * (2 * capacity - 1)
  if (!(nodes instanceof Uint8Array) || nodes.length !== expected) {
    throw new PoolAnswerError(place.part, nodes instanceof Uint8Array ? nodes.length : 0, expected)
  }
  for (let level = 0; level <= place.level; level++) {
    const start = 32 * layerStartOf(capacity, level)
    const width = 32 * (capacity >>> level)
    layerOf(tree, level).set(nodes.subarray(start, start + width), place.part * width)
  }
}

/** Fills the layers beside the last part with padding, and gives the padding node above them. */
function padBeside(tree: Tree, frontier: Frontier, padding: Digest | null): Digest | null {
  let pad = padding
  for (let level = 0; level < frontier.level; level++) {
    const width = 32 * 2 ** (frontier.level - level)
    if (pad === null || frontier.used * width >= layerOf(tree, level).length) return null
    fillWith(layerOf(tree, level).subarray(frontier.used * width), pad)
    pad = defaultEngine().climb(pad, pad)
  }
  return pad
}

/** A worker of a pool answered with something that is not its subtree. */
export class PoolAnswerError extends BaseError {
  override readonly code = 'invalid_pool_answer'
  override readonly kind = 'bug'

  constructor(part: number, length: number, expected: number) {
    super({
      message: `A worker answered part ${part} of a tree with ${length} bytes instead of ${expected}. Let the pool run buildSubtree and bring back its answer.`,
      facts: { part, length, expected },
    })
  }
}
