import {
  differencesOf,
  type PackedTree,
  packTree,
  parseTreeFile,
  printRust,
  printSolidity,
  type TextDifference,
  type TreeFile,
  unpackTree,
} from '@vaultwright/formats'
import type { StoredTree } from '@vaultwright/store'
import type { MerkleTreeData } from '@vaultwright/wire'
import { excessOfJson, faultOfExcess, TextTooComplexError, treeBounds } from '../body/json-bound.ts'
import { consumeJson, type JsonReading } from '../body/json-text.ts'
import { outcomeOf, type ThreadOutcome } from './thread-failure.ts'

/** A body of a push that was read: its fields without what is large, and its tree. */
export type TreeBody = {
  /** Texts are cut to a length that is enough to refuse them. */
  readonly body: JsonReading
  /** Null when the body holds no text of a tree. */
  readonly tree: ThreadOutcome<PackedTree> | null
}

/** Longer texts of a body are cut: no field but the tree may have so many characters. */
const maxCharacters = 1_000

/** Reads the body of a push and the tree in it; the bytes are gone afterwards. */
export function readTreeBody(bytes: Uint8Array<ArrayBuffer>): TreeBody {
  const reading = consumeJson(bytes)
  if (!reading.ok) return { body: reading, tree: null }
  const { value } = reading
  const text = isObject(value) ? value.tree : undefined
  const tree = typeof text === 'string' ? outcomeOf(() => packTreeText(text)) : null
  return { body: { ok: true, value: shortened(value) }, tree }
}

/**
 * Reads a tree file and packs it.
 *
 * @throws {TextTooComplexError} when it has more values than any tree of its length; else what parsing throws.
 */
export function packTreeText(text: string): PackedTree {
  const excess = excessOfJson(text, treeBounds)
  if (excess !== null) throw new TextTooComplexError(faultOfExcess(excess, treeBounds))
  return packTree(parseTreeFile(text))
}

/**
 * Prints a packed tree as the interface gives it.
 *
 * @throws {DamagedBinaryError} {UnsoundTreeError} when what is kept does not make the root.
 */
export function printTree(packed: PackedTree): Uint8Array {
  const { root, format, leafCount, depth } = packed
  const text = treeTextOf({ root, format, leafCount, depth, file: unpackTree(packed) })
  return new TextEncoder().encode(text)
}

/** Compares the texts of two packed trees of one root. */
export function compareTrees({
  kept: stored,
  given: pushed,
}: {
  readonly kept: PackedTree
  readonly given: PackedTree
}): readonly TextDifference[] {
  return differencesOf(unpackTree(stored), unpackTree(pushed))
}

/**
 * Writes a tree in its own format: leaves keep the keys of the file.
 *
 * Source: interface, 2.12.
 *
 * @returns the tree of the interface; spellings of the text that was pushed are gone, its values are there.
 */
export function treeDataOf({ root, format, leafCount, depth, file }: TreeText): MerkleTreeData {
  const tree = format === 'rust' ? rustTreeOf(file) : solidityTreeOf(file)
  return { root_hash: root, format, leaf_count: leafCount, depth, tree }
}

function rustTreeOf(file: TreeFile): MerkleTreeData['tree'] {
  const { leaves, root, layers } = JSON.parse(printRust(file))
  return { leaves, root, layers }
}

function solidityTreeOf(file: TreeFile): MerkleTreeData['tree'] {
  const { metadata, MerkleTree, leafs } = JSON.parse(printSolidity(file, { layout: 'forge' }))
  return { metadata, merkle_tree: MerkleTree, leaves: leafs }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxCharacters)
  if (Array.isArray(value)) return value.map(shortened)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.slice(0, maxCharacters), shortened(one)]),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A tree's file, and what is known of it. */
type TreeText = Omit<StoredTree, 'createdAtUnix'>

/** Writes a tree as an answer. */
function treeTextOf(tree: TreeText): string {
  return JSON.stringify({ data: treeDataOf(tree) })
}
