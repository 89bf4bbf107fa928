import { assertSound, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import type { Context } from './context.ts'
import { readInput } from './input.ts'
import { naming } from './tree-input-error.ts'

/**
 * Reads a tree file of any format and rebuilds its tree.
 *
 * @throws {TreeInputError} when it is no tree file, with the name of the file before the reason.
 */
export async function readTree(path: string, context: Context): Promise<TreeFile> {
  return parseTree(path, await readInput(path, context))
}

/**
 * Rebuilds the tree of a file of any format.
 *
 * @throws {TreeInputError} when it is no tree file.
 */
export function parseTree(path: string, bytes: Uint8Array): TreeFile {
  return naming(path, () => parseTreeFile(bytes))
}

/**
 * Reads a tree file that something shall be built on.
 *
 * @throws {TreeInputError} when it is no tree file, or contradicts its own leaves.
 */
export async function readSoundTree(path: string, context: Context): Promise<TreeFile> {
  const file = await readTree(path, context)
  naming(path, () => assertSound(file))
  return file
}
