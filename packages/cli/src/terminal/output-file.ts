import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { BaseError } from '@vaultwright/base'
import type { Context } from './context.ts'
import { fileSystem } from './file-system.ts'
import { type Chunks, OutputError } from './writer.ts'

const { createHash } = process.getBuiltinModule('node:crypto')

/** A file to write, and what it holds. */
type OutputText = { readonly path: string; readonly text: string }

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

/**
 * Makes sure that a file may be replaced: there is none, it holds the very same bytes, this program wrote it as it
 * is today, or `--force` is given.
 *
 * @param path - the file, links followed.
 * @param digest - of the bytes to be written, as `digestOf` makes it.
 * @throws {FileInTheWayError} for any other file.
 */
function assertReplaceable(
  { path, shown }: { readonly path: string; readonly shown: string },
  digest: string,
  context: Context,
): void {
  if (context.isForced === true || !fileSystem.existsSync(path)) return
  const present = presentDigest(path)
  const isOwn = present !== null && present === notedDigest(path, context)
  if (present === digest || isOwn) return
  throw new FileInTheWayError(shown)
}

/** The digest of a file's bytes. */
export function digestOf(pieces: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** Notes that the program wrote a file today; notes of other days are taken away. */
function noteWritten(path: string, digest: string, context: Context): void {
  const folder = notesFolder(context)
  const today = dayOf(context)
  try {
    fileSystem.mkdirSync(join(folder, today), { recursive: true })
    fileSystem.writeFileSync(notePath(path, context), digest)
    for (const day of fileSystem.readdirSync(folder)) {
      if (day !== today) fileSystem.rmSync(join(folder, day), { recursive: true, force: true })
    }
  } catch {
    // Without a note the file is replaced with --force alone, which is no reason to fail now.
  }
}

/** Null for a file that cannot be read: nothing is known of it. */
function presentDigest(path: string): string | null {
  try {
    return digestOf([fileSystem.readFileSync(path)])
  } catch {
    return null
  }
}

function notedDigest(path: string, context: Context): string | null {
  try {
    return fileSystem.readFileSync(notePath(path, context), 'utf8')
  } catch {
    return null
  }
}

function notePath(path: string, context: Context): string {
  return join(notesFolder(context), dayOf(context), digestOf([path]))
}

/** Source: XDG base directory specification - what a program remembers and may lose. */
function notesFolder({ config }: Context): string {
  const stated = config.variables.XDG_STATE_HOME ?? ''
  const state = stated === '' ? join(homedir(), '.local', 'state') : stated
  return join(state, 'vaultwright', 'written')
}

function dayOf({ now }: Context): string {
  return new Date(now()).toISOString().slice(0, 10)
}

/** A file is in the way that this program did not write today, or that was edited since. */
class FileInTheWayError extends BaseError {
  override readonly code = 'file_in_the_way'
  override readonly kind = 'conflict'

  constructor(path: string) {
    super({
      message: `${JSON.stringify(path)} exists, and this program did not write it as it is today: it may hold your edits. Name another file, or give --force to replace it. Nothing was written.`,
      facts: { path },
    })
  }
}
