import { printHex } from '@vaultwright/base'
import { parseSolidityRoot, type StatedRoot } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import type { Context } from './context.ts'
import { readInput } from './input.ts'
import { naming } from './tree-input-error.ts'

/**
 * Reads the root of a file, rebuilt from its leaves, and the one that the file states.
 *
 * Only what a root needs is loaded, unless the file is of a rarer format or contradicts itself.
 *
 * @throws {TreeInputError} when it is no tree file.
 */
export async function readTreeRoot(path: string, context: Context): Promise<StatedRoot> {
  const bytes = await readInput(path, context)
  const found = naming(path, () => parseSolidityRoot(bytes))
  if (found !== null && found.root === found.stated) return found
  const { parseTree } = await import('./tree-input.ts')
  const { tree, metadata } = parseTree(path, bytes)
  const root = printHex(rootOf(tree.tree))
  return { root, stated: metadata.root, capacity: tree.tree.capacity }
}
