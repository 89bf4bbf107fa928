import type { Json } from '../answer.ts'
import type { Check, Checks } from '../check.ts'
import { errorJsonOf } from './error.ts'
import { isNotable, printFindings } from './finding.ts'
import type { Ink } from './ink.ts'
import { metadataJsonOf } from './metadata.ts'
import { printSafely } from './table.ts'
import { printTreeOnChain, treeOnChainJsonOf } from './tree-on-chain.ts'

/**
 * Turns checks into what `--json` shows.
 *
 * @returns the verdict over all, each file with its verdict and findings, or its error, and the files passed over.
 */
export function checksJsonOf({ ok, files, skipped }: Checks): Json {
  return { ok, files: files.map(checkJsonOf), skipped }
}

/** Prints checks for a person: a line a file, its findings below it. */
export function* printChecks(
  { files, skipped }: Checks,
  manner: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  for (const check of files) {
    yield headOf(check, manner.ink)
    if (!('file' in check)) continue
    if (check.onChain !== null) yield* printTreeOnChain(check.onChain, manner)
    const isBrief = files.length > 1 && !manner.all
    yield* printFindings(isBrief ? check.findings.filter(isNotable) : check.findings, manner)
  }
  for (const path of skipped) {
    yield manner.ink.dim(`skipped  ${printSafely(path)}  not a tree\n`)
  }
  if (files.length + skipped.length > 1) yield sumOf(files, skipped.length)
}

function checkJsonOf(check: Check): Json {
  const { path: file, ok } = check
  if (!('file' in check)) return { file, ok, error: errorJsonOf(check.error) }
  const { findings, onChain } = check
  return {
    ...{ file, ok, ...metadataJsonOf(check.file), findings },
    ...(onChain === null ? {} : { onChain: treeOnChainJsonOf(onChain) }),
  }
}

function headOf(check: Check, ink: Ink): string {
  const name = printSafely(check.path)
  if (!('file' in check)) {
    return `${ink.red('invalid')}  ${printSafely(check.error.shortMessage)} ${ink.dim(`[${check.error.code}]`)}\n`
  }
  const { leafCount, capacity, root } = metadataJsonOf(check.file)
  const label = check.ok ? ink.green('sound  ') : ink.red('unsound')
  return `${label}  ${ink.bold(name)}  ${leafCount} leaves in ${capacity} slots  ${root}\n`
}

function sumOf(files: readonly Check[], skipped: number): string {
  const sound = files.filter(({ ok }) => ok).length
  const invalid = files.filter((check) => !('file' in check)).length
  const unsound = files.length - sound - invalid
  return `\n${files.length} ${files.length === 1 ? 'file' : 'files'}: ${sound} sound, ${unsound} unsound, ${invalid} invalid${skipped > 0 ? `; ${skipped} skipped` : ''}\n`
}
