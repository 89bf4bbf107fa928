import type { Hex } from '@vaultwright/base'
import { printRust, printSolidity, type TreeFile } from '@vaultwright/formats'
import type { Store, StoredTree } from '@vaultwright/store'
import {
  type MerkleTreeData,
  type RustFileInput,
  rustTreeOf,
  type SolidityFileInput,
  solidityTreeOf,
} from '@vaultwright/wire'

/** Characters of texts that are kept at once: some dozen trees of 4096 leaves. */
const memoryLimit = 64 * 1024 * 1024

type Memory = { readonly texts: Map<string, string>; size: number }

/** A tree of a tenant never changes and never goes, so its text outlives every other write. */
const memories = new WeakMap<Store, Memory>()

/**
 * Reads a tree as the interface gives it.
 *
 * @param store - asked for trees that are not in memory.
 * @param tenantId - of the caller.
 * @param root - of the tree.
 * @returns JSON of `{data}`; null when the tenant has no tree of this root.
 * @throws {TreeDamagedError} when what is kept does not make the root.
 */
export async function readTreeText(
  store: Store,
  tenantId: string,
  root: Hex,
): Promise<string | null> {
  const memory = memoryOf(store)
  const name = `${tenantId} ${root}`
  const known = memory.texts.get(name)
  if (known !== undefined) return known
  const tree = await store.trees.find(tenantId, root)
  if (tree === null) return null
  const text = JSON.stringify({ data: treeDataOf(tree) })
  keep(memory, name, text)
  return text
}

/**
 * Writes a tree in its own format.
 *
 * @param tree - as it is stored.
 * @returns the tree of the interface; spellings of the text that was pushed are gone, its values are there.
 */
export function treeDataOf(tree: StoredTree): MerkleTreeData {
  return tree.format === 'rust'
    ? rustTreeOf(tree, read<RustFileInput>(tree.file, printRust))
    : solidityTreeOf(tree, read<SolidityFileInput>(tree.file, printPlain))
}

/** What our own printers print has the shape of its format. */
function read<File>(file: TreeFile, print: (file: TreeFile) => string): File {
  return JSON.parse(print(file)) as File
}

function printPlain(file: TreeFile): string {
  return printSolidity(file, { layout: 'forge' })
}

function memoryOf(store: Store): Memory {
  const known = memories.get(store)
  if (known !== undefined) return known
  const made: Memory = { texts: new Map(), size: 0 }
  memories.set(store, made)
  return made
}

function keep(memory: Memory, name: string, text: string): void {
  if (text.length > memoryLimit || memory.texts.has(name)) return
  memory.texts.set(name, text)
  memory.size += text.length
  for (const [oldest, old] of memory.texts) {
    if (memory.size <= memoryLimit) return
    memory.texts.delete(oldest)
    memory.size -= old.length
  }
}
