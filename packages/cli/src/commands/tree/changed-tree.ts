import { execFile } from 'node:child_process'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { BaseError } from '@vaultwright/base'
import { UsageError } from '../../command/usage.ts'
import { inputLimit, readFileBytes, readInput } from '../../input/input.ts'
import { isFolder, isTreeName, placesOf } from '../../input/tree-path.ts'
import type { Context } from '../../terminal/context.ts'

type ReadBytes = () => Uint8Array | Promise<Uint8Array>

/** A file that may be a tree and that differs between two sides; null where a side has no such file. */
export type ChangedInput = {
  readonly path: string
  readonly before: ReadBytes | null
  readonly after: ReadBytes | null
}

/** The most changed files that one review takes. */
const maxFiles = 1000
const git = promisify(execFile)

/** Lists what differs between two files, or between two folders. */
export function changedPaths(
  base: string,
  head: string,
  context: Context,
): readonly ChangedInput[] {
  if (isFolder(base) !== isFolder(head)) {
    const [folder, file] = isFolder(base) ? [base, head] : [head, base]
    throw new UsageError(
      `${JSON.stringify(folder)} is a folder, and ${JSON.stringify(file)} is none. Give two files, two folders, or two commits with --repository.`,
      { base, head },
    )
  }
  if (!isFolder(base)) {
    const [before, after] = [() => readInput(base, context), () => readInput(head, context)]
    return [{ path: head === '-' ? base : head, before, after }]
  }
  const [old, now] = [filesOf(base), filesOf(head)]
  const paths = [...new Set([...old, ...now])].sort()
  const readerOf = (folder: string, files: ReadonlySet<string>, path: string) =>
    files.has(path) ? () => readFileBytes(join(folder, path)) : null
  return assertFew(
    paths.flatMap((path) => {
      const [before, after] = [readerOf(base, old, path), readerOf(head, now, path)]
      const isSame = before !== null && after !== null && Buffer.compare(before(), after()) === 0
      return isSame ? [] : [{ path, before, after }]
    }),
  )
}

function filesOf(folder: string): ReadonlySet<string> {
  return new Set(
    placesOf([folder]).flatMap(({ path, error }) =>
      error === undefined ? [relative(folder, path)] : [],
    ),
  )
}

/**
 * Lists what commits changed since they left a base, as reviews of pull requests show it: against the newest commit
 * that both have. A file that was renamed is one file.
 */
export async function changedInCommits(
  base: string,
  head: string,
  { repository, paths }: { readonly repository: string; readonly paths: readonly string[] },
): Promise<readonly ChangedInput[]> {
  const [older, newer] = [await commitOf(repository, base), await commitOf(repository, head)]
  const common = (await runGit(repository, ['merge-base', older, newer]).catch(() => null))
    ?.toString()
    .trim()
  if (common === undefined) throw new NoCommonCommitError(base, head)
  const options = ['--raw', '-z', '--no-abbrev', '-M', '--no-ext-diff', '--no-textconv']
  const raw = await runGit(repository, ['diff', ...options, common, newer, '--', ...paths])
  return assertFew(
    [...rawChangesOf(raw.toString())]
      .filter(({ path }) => isTreeName(path))
      .map((change) => {
        const readerOf = (blob: string | null) =>
          blob === null ? null : () => runGit(repository, ['cat-file', 'blob', blob])
        const { path, before, after } = change
        return { path, before: readerOf(before), after: readerOf(after) }
      }),
  )
}

type RawChange = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** Reads the raw form of a difference: what is neither a file before nor after, as a link, is left out. Source: git-diff. */
function* rawChangesOf(raw: string): Iterable<RawChange> {
  const words = raw.split('\0')
  for (let index = 0; index + 1 < words.length; ) {
    const [oldMode, newMode, oldBlob, newBlob, status] = words[index]!.slice(1).split(' ')
    const isRenamed = /^[RC]/.test(status!)
    const path = words[index + (isRenamed ? 2 : 1)]!
    index += isRenamed ? 3 : 2
    const blobOf = (mode: string, blob: string) => (mode.startsWith('100') ? blob : null)
    const [before, after] = [blobOf(oldMode!, oldBlob!), blobOf(newMode!, newBlob!)]
    if (before !== null || after !== null) yield { path, before, after }
  }
}

async function commitOf(repository: string, word: string): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${word}^{commit}`]
  try {
    return (await runGit(repository, words)).toString().trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw new GitMissingError(cause)
    throw new NoCommitError(repository, word)
  }
}

/** Runs git without anything that the repository could make it run. */
async function runGit(repository: string, words: readonly string[]): Promise<Buffer> {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'diff.external=', '--literal-pathspecs']
  const options = { encoding: 'buffer', maxBuffer: inputLimit } as const
  const { stdout } = await git('git', ['-C', repository, ...safe, ...words], options)
  return stdout
}

function assertFew(files: readonly ChangedInput[]): readonly ChangedInput[] {
  if (files.length <= maxFiles) return files
  throw new UsageError(
    `${files.length} files differ, more than the ${maxFiles} that one review takes. Name some with --path, or smaller folders.`,
    { files: files.length, limit: maxFiles },
  )
}

class NoCommitError extends BaseError {
  override readonly code = 'commit_missing'
  override readonly kind = 'not_found'

  constructor(repository: string, word: string) {
    super({
      message: `There is no commit ${JSON.stringify(word)} in ${JSON.stringify(repository)}. Fetch it, or name another.`,
      facts: { repository, commit: word },
    })
  }
}

class NoCommonCommitError extends BaseError {
  override readonly code = 'no_common_commit'
  override readonly kind = 'invalid_input'

  constructor(base: string, head: string) {
    super({
      message: `${JSON.stringify(base)} and ${JSON.stringify(head)} have no commit in common here. Fetch the whole history (actions/checkout: fetch-depth: 0).`,
      facts: { base, head },
    })
  }
}

class GitMissingError extends BaseError {
  override readonly code = 'git_missing'
  override readonly kind = 'unavailable'

  constructor(cause: unknown) {
    super({
      message:
        'git is not installed or the folder does not exist. Install it, check --repository, or give two files or folders.',
      facts: {},
      cause: cause as Error,
    })
  }
}
