import { homedir } from 'node:os'
import { join } from 'node:path'
import { BaseError } from '@vaultwright/base'
import type { Context } from './context.ts'
import { fileSystem } from './file-system.ts'

const { createHash } = process.getBuiltinModule('node:crypto')

/**
 * Makes sure that a file may be replaced: there is none, it holds the very same bytes, this program wrote it as it
 * is today, or `--force` is given.
 *
 * @param path - the file, links followed.
 * @param digest - of the bytes to be written, as `digestOf` makes it.
 * @throws {FileInTheWayError} for any other file.
 */
export function assertReplaceable(
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
export function noteWritten(path: string, digest: string, context: Context): void {
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
export class FileInTheWayError extends BaseError {
  override readonly code = 'file_in_the_way'
  override readonly kind = 'conflict'

  constructor(path: string) {
    super({
      message: `${JSON.stringify(path)} exists, and this program did not write it as it is today: it may hold your edits. Name another file, or give --force to replace it. Nothing was written.`,
      facts: { path },
    })
  }
}
