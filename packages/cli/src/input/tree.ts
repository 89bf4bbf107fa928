import { BaseError, type ErrorKind } from '@vaultwright/base'
import { assertSound, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import type { Context } from '../terminal/context.ts'
import { readInput } from './input.ts'

/** Reads a tree file of any format and rebuilds its tree. */
export async function readTree(path: string, context: Context): Promise<TreeFile> {
  return parseTree(path, await readInput(path, context))
}

/** Rebuilds the tree of a file of any format. */
export function parseTree(path: string, bytes: Uint8Array): TreeFile {
  return naming(path, () => parseTreeFile(bytes))
}

/** Reads a tree file that something shall be built on. */
export async function readSoundTree(path: string, context: Context): Promise<TreeFile> {
  const file = await readTree(path, context)
  naming(path, () => assertSound(file))
  return file
}

/** Reads, and puts the name of the file before the reason when that fails. */
export function naming<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof BaseError ? new TreeInputError(path, error) : error
  }
}

export class TreeInputError extends BaseError {
  override readonly code: string
  override readonly kind: ErrorKind

  constructor(path: string, reason: BaseError) {
    const name = path === '-' ? 'standard input' : path
    super({
      message: `${name}: ${reason.shortMessage}`,
      facts: { file: path, ...reason.facts },
      cause: reason,
    })
    this.code = reason.code
    this.kind = reason.kind
  }
}
