import { assertSound, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import type { Context } from './context.ts'
import { readInput } from './input.ts'
import { naming } from './tree-input-error.ts'

/**
 * Reads a tree file of any format and rebuilds its tree.
 *
 * @param path - a path, or `-` for standard input.
 * @param context - where standard input is.
 * @returns the file; what it states wrongly is in its findings.
 * @throws {TreeInputError} when it is no tree file, with the name of the file before the reason.
 */
export async function readTree(path: string, context: Context): Promise<TreeFile> {
  return parseTree(path, await readInput(path, context))
}

/**
 * Rebuilds the tree of a file of any format.
 *
 * @param path - its name, for errors.
 * @param bytes - the file.
 * @returns the file; what it states wrongly is in its findings.
 * @throws {TreeInputError} when it is no tree file.
 */
export function parseTree(path: string, bytes: Uint8Array): TreeFile {
  return naming(path, () => parseTreeFile(bytes))
}

/**
 * Reads a tree file that something shall be built on.
 *
 * @param path - a path, or `-` for standard input.
 * @param context - where standard input is.
 * @returns the file, sound.
 * @throws {TreeInputError} when it is no tree file, or contradicts its own leaves.
 */
export async function readSoundTree(path: string, context: Context): Promise<TreeFile> {
  const file = await readTree(path, context)
  naming(path, () => assertSound(file))
  return file
}
