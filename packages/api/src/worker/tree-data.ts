import { printRust, printSolidity, type TreeFile } from '@vaultwright/formats'
import {
  type MerkleTreeData,
  type RustFileInput,
  rustTreeOf,
  type SolidityFileInput,
  solidityTreeOf,
  type TreeInput,
} from '@vaultwright/wire'

/** A tree's file, and what is known of it. */
export type TreeText = TreeInput & { readonly file: TreeFile }

/** Writes a tree as an answer. */
export function treeTextOf(tree: TreeText): string {
  return JSON.stringify({ data: treeDataOf(tree) })
}

/**
 * Writes a tree in its own format.
 *
 * @returns the tree of the interface; spellings of the text that was pushed are gone, its values are there.
 */
export function treeDataOf(tree: TreeText): MerkleTreeData {
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
