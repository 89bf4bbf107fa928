import { BaseError, type Finding } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { lintTree } from '@vaultwright/review'
import type { Context } from './context.ts'
import { exitCodeOf } from './exit.ts'
import type { ExitCode } from './exit-code.ts'
import type { Progress } from './progress.ts'
import { isStranger } from './stranger.ts'
import { readTree } from './tree-input.ts'
import type { TreeOnChain } from './tree-on-chain.ts'
import { EmptyFolderError, type Place } from './tree-path.ts'

/** What a check of one file came to. */
export type Check =
  | {
      readonly path: string
      readonly ok: boolean
      readonly file: TreeFile
      readonly findings: readonly Finding[]
      /** What the chain says; null where it was not asked. */
      readonly onChain: TreeOnChain | null
    }
  | { readonly path: string; readonly ok: false; readonly error: BaseError }

/** What a check of several files came to. */
export type Checks = {
  /** Files of folders that are something else than a tree. */
  readonly skipped: readonly string[]
  readonly ok: boolean
  readonly files: readonly Check[]
  readonly exit: ExitCode
}

/** How to check. */
export type CheckManner = {
  readonly context: Context
  readonly progress: Progress
  /** True lets a warning make the answer no. */
  readonly strict: boolean
  /** Asks a chain about a tree; null where no chain is meant. */
  readonly ask: ((file: TreeFile) => Promise<TreeOnChain>) | null
  /** Judges a tree by a policy; null where there is none. */
  readonly judge: ((file: TreeFile) => readonly Finding[]) | null
}

/**
 * Checks files one after the other; a file that cannot be read does not keep the others from being checked.
 * A file that a folder led to and that is plainly no tree is passed over.
 *
 * @returns a check for each, in order, and the exit: 3 when one could not be read, else 1 when one is unsound.
 */
export async function checkFiles(places: readonly Place[], manner: CheckManner): Promise<Checks> {
  const files: Check[] = []
  const skipped: Place[] = []
  try {
    for (const place of places) {
      manner.context.signal.throwIfAborted()
      const check = await checkFile(place, manner)
      if ('error' in check && isPassedOver(place, check.error)) skipped.push(place)
      else files.push(check)
      manner.progress.step(place.path)
      await turn()
    }
  } finally {
    manner.progress.end()
  }
  files.push(...emptyFoldersIn(skipped, places))
  const ok = files.every((check) => check.ok)
  const isRead = files.every((check) => 'file' in check)
  return { ok, files, skipped: skipped.map(({ path }) => path), exit: ok ? 0 : isRead ? 1 : 3 }
}

/** What a person names must be a tree; what lies in a folder may be something else. */
function isPassedOver({ folder, path }: Place, error: BaseError): boolean {
  return folder !== undefined && isStranger(path, error)
}

/** A folder of which nothing was checked must not count as sound. */
function emptyFoldersIn(skipped: readonly Place[], places: readonly Place[]): readonly Check[] {
  const found = new Set(places.filter((place) => !skipped.includes(place)).map((one) => one.folder))
  const empty = new Set(
    skipped.map(({ folder }) => folder as string).filter((one) => !found.has(one)),
  )
  return [...empty].map((path) => ({ path, ok: false, error: new EmptyFolderError(path) }))
}

async function checkFile(place: Place, manner: CheckManner): Promise<Check> {
  const { path } = place
  const { context, strict, ask, judge } = manner
  if (place.error !== undefined) return { path, ok: false, error: place.error }
  try {
    const file = await readTree(path, context)
    const onChain = ask === null ? null : await ask(file)
    const findings = [
      ...lintTree(file, { rules: ruleBook }),
      ...(judge === null ? [] : judge(file)),
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
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
