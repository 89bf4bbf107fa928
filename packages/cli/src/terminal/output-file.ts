import { fileSystem } from './file-system.ts'
import { type Chunks, OutputError } from './writer.ts'

/**
 * Writes a file whole or not at all: a neighbour is written first and then takes its name.
 *
 * A link is followed. A device or a pipe is written as it is, for it must not be replaced.
 */
export async function writeFileWhole(
  path: string,
  chunks: Chunks,
  signal: AbortSignal,
): Promise<void> {
  const target = placeOf(path)
  const draft = target.isReplaceable ? `${target.path}.${process.pid}.part` : target.path
  const file = trying(path, () => fileSystem.openSync(draft, target.isReplaceable ? 'wx' : 'w'))
  let isDone = false
  try {
    for await (const piece of chunks) {
      signal.throwIfAborted()
      trying(path, () => writeAll(file, piece))
    }
    trying(path, () => fileSystem.closeSync(file))
    if (target.isReplaceable) trying(path, () => fileSystem.renameSync(draft, target.path))
    isDone = true
  } finally {
    if (!isDone && target.isReplaceable) fileSystem.rmSync(draft, { force: true })
  }
}

/** Where a path leads, and whether what is there may be replaced: a file may, and nothing may. */
function placeOf(path: string): { readonly path: string; readonly isReplaceable: boolean } {
  const stats = trying(path, () => fileSystem.statSync(path, { throwIfNoEntry: false }))
  if (stats === undefined) return { path, isReplaceable: true }
  if (!stats.isFile()) return { path, isReplaceable: false }
  return { path: trying(path, () => fileSystem.realpathSync(path)), isReplaceable: true }
}

function writeAll(file: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
  for (let at = 0; at < bytes.length; ) at += fileSystem.writeSync(file, bytes, at)
}

function trying<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    throw new OutputError(path, cause as NodeJS.ErrnoException)
  }
}
