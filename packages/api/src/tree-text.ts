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
import { keptBy } from './kept.ts'

/** A tree of a tenant never changes and never goes, so its text outlives every other write: some dozen trees of 4096 leaves. */
const textsOf = keptBy({ maxEntries: 1_000, maxBytes: 128 * 1024 * 1024 })

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
  return textsOf(store).of(`${tenantId} ${root}`, async () => {
    const tree = await store.trees.find(tenantId, root)
    return tree === null ? null : JSON.stringify({ data: treeDataOf(tree) })
  })
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
