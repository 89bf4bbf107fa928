import { BaseError, type Finding } from '@vaultwright/base'
import type { ProvenFinality } from '@vaultwright/finality'
import type { TreeFile } from '@vaultwright/formats'
import type { TreeOnChain } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import { lintTree, riskFindings, risksOf } from '@vaultwright/review'
import { exitCodeOf } from '../../failure/exit.ts'
import { readTree } from '../../input/tree.ts'
import { EmptyFolderError, isForeignFile, type TreePath } from '../../input/tree-path.ts'
import type { Context, ExitCode } from '../../terminal/context.ts'
import type { Progress } from '../../terminal/progress.ts'

export type FileCheck =
  | {
      readonly path: string
      readonly ok: boolean
      readonly file: TreeFile
      readonly findings: readonly Finding[]
      /** The state of the tree on chain; null if the chain was not asked. */
      readonly onChain: TreeOnChain | null
    }
  | { readonly path: string; readonly ok: false; readonly error: BaseError }

/** The result of checking several files. */
export type Checks = {
  /** Files of folders that are something else than a tree. */
  readonly skipped: readonly string[]
  readonly ok: boolean
  readonly files: readonly FileCheck[]
  readonly exit: ExitCode
  /** The proof that the block is final at which a chain was asked; null without one. */
  readonly final: ProvenFinality | null
}

export type FileCheckContext = {
  readonly context: Context
  readonly progress: Progress
  /** True lets a warning make the answer no, and looks for ways out of high severity and worse. */
  readonly strict: boolean
  /** Asks a chain about a tree; null where no chain is meant. */
  readonly ask: ((file: TreeFile) => Promise<TreeOnChain>) | null
  /** Judges a tree by a policy; null where there is none. */
  readonly judge: ((file: TreeFile) => readonly Finding[]) | null
}

/**
 * Checks files one after the other; a file that cannot be read does not keep the others from being checked.
 * A file that a folder led to and that is plainly no tree is passed over.
 */
export async function checkFiles(
  places: readonly TreePath[],
  settings: FileCheckContext,
): Promise<Checks> {
  const files: FileCheck[] = []
  const skipped: TreePath[] = []
  try {
    for (const place of places) {
      settings.context.signal.throwIfAborted()
      const check = await checkFile(place, settings)
      if ('error' in check && isPassedOver(place, check.error)) skipped.push(place)
      else files.push(check)
      settings.progress.step(place.path)
      await yieldToEventLoop()
    }
  } finally {
    settings.progress.end()
  }
  files.push(...emptyFoldersIn(skipped, places))
  const ok = files.every((check) => check.ok)
  const isRead = files.every((check) => 'file' in check)
  return {
    ok,
    files,
    skipped: skipped.map(({ path }) => path),
    exit: ok ? 0 : isRead ? 1 : 3,
    final: null,
  }
}

/** True if a file is passed over: a person names a tree, and a folder may hold other files. */
function isPassedOver({ folder, path }: TreePath, error: BaseError): boolean {
  return folder !== undefined && isForeignFile(path, error)
}

/** A folder of which nothing was checked must not count as sound. */
function emptyFoldersIn(
  skipped: readonly TreePath[],
  places: readonly TreePath[],
): readonly FileCheck[] {
  const filled = new Set(
    places.filter((place) => !skipped.includes(place)).map((one) => one.folder),
  )
  const empty = new Set(
    skipped.map(({ folder }) => folder as string).filter((one) => !filled.has(one)),
  )
  return [...empty].map((path) => ({ path, ok: false, error: new EmptyFolderError(path) }))
}

async function checkFile(place: TreePath, settings: FileCheckContext): Promise<FileCheck> {
  const { path } = place
  const { context, strict, ask, judge } = settings
  if (place.error !== undefined) return { path, ok: false, error: place.error }
  try {
    const file = await readTree(path, context)
    const onChain = ask === null ? null : await ask(file)
    const findings = [
      ...lintTree(file, { rules: ruleBook }),
      ...(judge === null ? [] : judge(file)),
      ...(strict ? riskFindings(risksOf(file, { rules: ruleBook }), 'high') : []),
      ...(onChain?.findings ?? []),
    ]
    const ok = !findings.some(
      ({ severity }) => severity === 'error' || (strict && severity === 'warning'),
    )
    return { path, ok, file, findings, onChain }
  } catch (error) {
    if (error instanceof BaseError && exitCodeOf(error) === 3) return { path, ok: false, error }
    throw error
  }
}

/** Lets the interrupt and the terminal have their turn between two files. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
