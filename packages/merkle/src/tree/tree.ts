import { BaseError, type Digest } from '@vaultwright/base'
import type { KeccakEngine, KeccakEngineName } from '../engine/engine.ts'
import { engineFor } from '../engine/engine-choice.ts'
import { messageCountOf } from '../engine/keccak.ts'
import { assertCapacity, capacityFor, maximumCapacity } from './capacity.ts'

/** A full binary tree of digests in one memory: leaves first, then each layer, the root last. */
export type Tree = {
  /** Leaf positions, a power of two. */
  readonly capacity: number
  /** Layers above the leaves: log2 of the capacity. */
  readonly depth: number
  /** Digests given; the positions after them hold padding. */
  readonly leafCount: number
  /** (2 * capacity - 1) * 32 bytes. */
  readonly nodes: Uint8Array
}

/** Options of a tree. */
export type TreeOptions = {
  /** Fills the positions after the last digest, 32 bytes. Needed when there are such positions. */
  readonly padding?: Digest
  /** A power of two from 1 to 2^22. The next power of two when not said. */
  readonly capacity?: number
  /** The hash engine or its name. The fastest here when not said. */
  readonly engine?: KeccakEngine | KeccakEngineName
}

/**
 * Builds the tree of a list of digests; a parent is the hash of its children, the smaller first.
 *
 * Layers of nothing but padding cost one hash each, whatever their width.
 *
 * @param digests - n * 32 bytes, in leaf order · n from 1 to 2^22.
 * @throws {EmptyTreeError} when there is no digest.
 * @throws {DigestLengthError} when the digests or the padding are not a multiple of 32 bytes.
 * @throws {TreeTooLargeError} when there are more than 2^22 digests.
 * @throws {InvalidCapacityError} when the capacity is not a power of two, too small or too large.
 * @throws {MissingPaddingError} when positions stay open and there is no padding.
 */
export function buildTree(digests: Uint8Array, options: TreeOptions = {}): Tree {
  if (digests.length % 32 !== 0) throw new DigestLengthError('digests', digests.length)
  const tree = allocateTree(digests.length / 32, options)
  tree.nodes.set(digests)
  fillTree(tree, options.padding ?? null, engineFor(options.engine))
  return tree
}

/**
 * Builds the tree of the hashes of messages, without a detour over separate digests.
 *
 * @param offsets - n + 1 ascending positions: message i is from `offsets[i]` to `offsets[i + 1]`.
 * @returns the tree; its errors are those of `buildTree`.
 * @throws {InvalidOffsetsError} when the offsets descend or leave the data.
 */
export function buildTreeFromMessages(
  data: Uint8Array,
  offsets: Uint32Array,
  options: TreeOptions = {},
): Tree {
  const tree = allocateTree(messageCountOf(data, offsets), options)
  const engine = engineFor(options.engine)
  engine.hashMessages(data, offsets, tree.nodes.subarray(0, 32 * tree.leafCount))
  fillTree(tree, options.padding ?? null, engine)
  return tree
}

/**
 * Reads the root.
 *
 * @returns 32 bytes, a view into the tree.
 */
export function rootOf(tree: Tree): Digest {
  return tree.nodes.subarray(tree.nodes.length - 32)
}

/**
 * Reads a layer.
 *
 * @param level - 0 for the leaves to `depth` for the root.
 * @returns (capacity >> level) * 32 bytes, a view into the tree.
 * @throws {OutsideTreeError} when there is no such layer.
 */
export function layerOf(tree: Tree, level: number): Uint8Array {
  if (!Number.isInteger(level) || level < 0 || level > tree.depth) {
    throw new OutsideTreeError('layer', level, tree.depth + 1)
  }
  const start = 32 * layerStartOf(tree.capacity, level)
  return tree.nodes.subarray(start, start + 32 * (tree.capacity >>> level))
}

/**
 * Reads the digest of a leaf position, padding included.
 *
 * @param position - 0 to capacity - 1.
 * @returns 32 bytes, a view into the tree.
 * @throws {OutsideTreeError} when there is no such position.
 */
export function digestAt(tree: Tree, position: number): Digest {
  assertPosition(tree, position)
  return tree.nodes.subarray(32 * position, 32 * position + 32)
}

/**
 * Makes sure that a leaf position is one of the tree.
 *
 * @throws {OutsideTreeError} when it is not.
 */
export function assertPosition(tree: Tree, position: number): void {
  if (!Number.isInteger(position) || position < 0 || position >= tree.capacity) {
    throw new OutsideTreeError('position', position, tree.capacity)
  }
}

/** Tells at which node a layer starts. */
export function layerStartOf(capacity: number, level: number): number {
  return 2 * capacity - 2 * (capacity >>> level)
}

/** Makes the memory of a tree after checking its measures, all nodes zero. */
function allocateTree(leafCount: number, options: TreeOptions): Tree {
  if (leafCount === 0) throw new EmptyTreeError()
  if (leafCount > maximumCapacity) throw new TreeTooLargeError(leafCount)
  const { capacity = capacityFor(leafCount) } = options
  assertCapacity(capacity, leafCount)
  if (options.padding !== undefined && options.padding.length !== 32) {
    throw new DigestLengthError('padding', options.padding.length)
  }
  if (capacity > leafCount && options.padding === undefined) {
    throw new MissingPaddingError(leafCount, capacity)
  }
  const nodes = new Uint8Array(32 * (2 * capacity - 1))
  return { capacity, depth: 31 - Math.clz32(capacity), leafCount, nodes }
}

/** Fills all layers above the given digests, and the padding beside them. */
function fillTree(tree: Tree, padding: Digest | null, engine: KeccakEngine): void {
  hashUpFrom({ tree, level: 0, used: tree.leafCount }, padding, engine)
}

/** A layer whose first nodes are in place. */
type Frontier = {
  readonly tree: Tree
  readonly level: number
  /** Nodes of the layer that stem from given digests. */
  readonly used: number
}

/** Fills the rest of a layer with padding, and all layers above it. */
function hashUpFrom(frontier: Frontier, padding: Digest | null, engine: KeccakEngine): void {
  const { tree } = frontier
  let used = frontier.used
  let pad = padding
  for (let level = frontier.level; level <= tree.depth; level++) {
    const layer = layerOf(tree, level)
    if (pad !== null) fillWith(layer.subarray(32 * used), pad)
    if (level === tree.depth) return
    const parents = layerOf(tree, level + 1)
    const hashed = (used + 1) >>> 1
    engine.hashPairs(layer.subarray(0, 64 * hashed), parents.subarray(0, 32 * hashed))
    // The pad ladder: a subtree of padding is one node wide, whatever it stands for.
    if (pad !== null) pad = hashed < parents.length / 32 ? parentOf(pad, engine) : null
    used = hashed
  }
}

function parentOf(pad: Digest, engine: KeccakEngine): Digest {
  return engine.climb(pad, pad)
}

/** Repeats a node over a memory by doubling what is there. */
function fillWith(target: Uint8Array, node: Digest): void {
  if (target.length === 0) return
  target.set(node)
  for (let done = 32; done < target.length; done *= 2) {
    target.copyWithin(done, 0, Math.min(done, target.length - done))
  }
}

/** A tree of nothing was asked for. */
export class EmptyTreeError extends BaseError {
  override readonly code = 'empty_tree'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'A tree needs at least one leaf and got none. Give it one or more digests.' })
  }
}

/** More leaves than a tree holds. */
export class TreeTooLargeError extends BaseError {
  override readonly code = 'tree_too_large'
  override readonly kind = 'invalid_input'

  constructor(leafCount: number) {
    super({
      message: `A tree holds at most ${maximumCapacity} leaves and got ${leafCount}. Split the leaves over several trees.`,
      facts: { leafCount, maximum: maximumCapacity },
    })
  }
}

/** Bytes that are to be 32-byte digests have another length. */
export class DigestLengthError extends BaseError {
  override readonly code = 'invalid_digest_length'
  override readonly kind = 'bug'

  constructor(what: string, length: number) {
    super({
      message: `The ${what} have ${length} bytes, which is not 32 a digest. Give whole 32-byte digests.`,
      facts: { what, length },
    })
  }
}

/** Positions of a tree stay open and nothing was given to fill them. */
export class MissingPaddingError extends BaseError {
  override readonly code = 'missing_padding'
  override readonly kind = 'bug'

  constructor(leafCount: number, capacity: number) {
    super({
      message: `A tree of capacity ${capacity} with ${leafCount} leaves has open positions and no padding. Give the padding digest.`,
      facts: { leafCount, capacity },
    })
  }
}

/** A leaf position or a layer that the tree does not have. */
export class OutsideTreeError extends BaseError {
  override readonly code = 'outside_tree'
  override readonly kind = 'bug'

  constructor(what: string, index: number, count: number) {
    super({
      message: `The tree has no ${what} ${index}. Give one from 0 to ${count - 1}.`,
      facts: { what, index, count },
    })
  }
}
