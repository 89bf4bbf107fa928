import { basename, dirname, join } from 'node:path'
import type { Context } from './context.ts'
import { fileSystem } from './file-system.ts'
import { type Chunks, OutputError } from './writer.ts'
import { assertReplaceable, digestOf, noteWritten } from './written-file.ts'

const { createHash } = process.getBuiltinModule('node:crypto')

/** A file to write, and what it holds. */
export type OutputText = { readonly path: string; readonly text: string }

/**
 * Writes a file whole or not at all: a neighbour is written first and then takes its name.
 *
 * A file that this program did not write today, or that was edited since, is replaced with `--force` alone. A link is
 * followed. A device or a pipe is written as it is, for it must not be replaced.
 */
export async function writeFileWhole(
  path: string,
  chunks: Chunks,
  context: Context,
): Promise<void> {
  const digest = await writeWith(path, chunks, { context, check: assertReplaceable })
  if (digest !== null) noteWritten(digest.path, digest.value, context)
}

/** Writes a file that this program keeps up to date itself, such as a lock file: what is there is replaced. */
export async function writeKeptFile(path: string, chunks: Chunks, context: Context): Promise<void> {
  await writeWith(path, chunks, { context, check: () => {} })
}

/** Makes sure that all files may be replaced before the first is written. */
export function assertAllReplaceable(files: readonly OutputText[], context: Context): void {
  for (const { path, text } of files) {
    const target = placeOf(path)
    if (target.isReplaceable) {
      assertReplaceable({ path: target.path, shown: path }, digestOf([text]), context)
    }
  }
}

type Writing = { readonly context: Context; readonly check: typeof assertReplaceable }

/** @returns where the file is and what it holds; null where it is a device or a pipe. */
async function writeWith(
  path: string,
  chunks: Chunks,
  { context, check }: Writing,
): Promise<{ readonly path: string; readonly value: string } | null> {
  const target = placeOf(path)
  const draft = target.isReplaceable ? `${target.path}.${process.pid}.part` : target.path
  const file = trying(path, () => fileSystem.openSync(draft, target.isReplaceable ? 'wx' : 'w'))
  const hash = createHash('sha256')
  let isDone = false
  try {
    for await (const piece of chunks) {
      context.signal.throwIfAborted()
      hash.update(piece)
      trying(path, () => writeAll(file, piece))
    }
    trying(path, () => fileSystem.closeSync(file))
    const value = hash.digest('hex')
    if (target.isReplaceable) {
      check({ path: target.path, shown: path }, value, context)
      trying(path, () => fileSystem.renameSync(draft, target.path))
    }
    isDone = true
    return target.isReplaceable ? { path: target.path, value } : null
  } finally {
    if (!isDone && target.isReplaceable) fileSystem.rmSync(draft, { force: true })
  }
}

/** The target of a path, and if it may be replaced: a file may, and nothing may. */
function placeOf(path: string): { readonly path: string; readonly isReplaceable: boolean } {
  const stats = trying(path, () => fileSystem.statSync(path, { throwIfNoEntry: false }))
  if (stats === undefined) return { path: newPlaceOf(path), isReplaceable: true }
  if (!stats.isFile()) return { path, isReplaceable: false }
  return { path: trying(path, () => fileSystem.realpathSync(path)), isReplaceable: true }
}

/** The path of a file that does not exist yet: links of its folder are followed. */
function newPlaceOf(path: string): string {
  try {
    return join(fileSystem.realpathSync(dirname(path)), basename(path))
  } catch {
    return path
  }
}

function writeAll(file: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
  for (let offset = 0; offset < bytes.length; ) offset += fileSystem.writeSync(file, bytes, offset)
}

function trying<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    throw new OutputError(path, cause as NodeJS.ErrnoException)
  }
}
