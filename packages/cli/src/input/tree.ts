import { assertSound, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import type { Context } from '../terminal/context.ts'
import { readInput, withFileName } from './input.ts'

/** Reads a tree file of any format and rebuilds its tree. */
export async function readTree(path: string, context: Context): Promise<TreeFile> {
  return parseTree(path, await readInput(path, context))
}

/** Rebuilds the tree of a file of any format. */
export function parseTree(path: string, bytes: Uint8Array): TreeFile {
  return withFileName(path, () => parseTreeFile(bytes))
}

/** Reads a tree file that something shall be built on. */
export async function readSoundTree(path: string, context: Context): Promise<TreeFile> {
  const file = await readTree(path, context)
  withFileName(path, () => assertSound(file))
  return file
}
