import { BaseError } from '@vaultwright/base'
import {
  assertSound,
  parseTreeFile,
  parseTreeRoot,
  type TreeFile,
  type TreeRoot,
} from '@vaultwright/formats'
import type { Context } from './context.ts'
import { readInput } from './input.ts'

/**
 * Reads a tree file of any format and rebuilds its tree.
 *
 * @param path - a path, or `-` for standard input.
 * @param context - where standard input is.
 * @returns the file; what it states wrongly is in its findings.
 * @throws {TreeInputError} when it is no tree file, with the name of the file before the reason.
 */
export async function readTree(path: string, context: Context): Promise<TreeFile> {
  const bytes = await readInput(path, context)
  return named(path, () => parseTreeFile(bytes))
}

/**
 * Reads the root of a file, rebuilt from its leaves, and the one that the file states.
 *
 * @param path - a path, or `-` for standard input.
 * @param context - where standard input is.
 * @returns both roots.
 * @throws {TreeInputError} when it is no tree file.
 */
export async function readTreeRoot(path: string, context: Context): Promise<TreeRoot> {
  const bytes = await readInput(path, context)
  return named(path, () => parseTreeRoot(bytes))
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
  named(path, () => assertSound(file))
  return file
}

/** Puts the name of the file before the reason. */
function named<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw error instanceof BaseError ? new TreeInputError(path, error) : error
  }
}

/** A file is no tree file, or an unsound one. It keeps the code of the reason. */
export class TreeInputError extends BaseError {
  override readonly code: string

  constructor(path: string, reason: BaseError) {
    const name = path === '-' ? 'standard input' : path
    super({
      message: `${name}: ${reason.shortMessage}`,
      facts: { file: path, ...reason.facts },
      cause: reason,
    })
    this.code = reason.code
  }
}
