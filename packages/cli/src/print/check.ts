import type { Finding, Severity } from '@vaultwright/base'
import type { Json } from '../answer.ts'
import type { Check, Checks } from '../check.ts'
import { errorJsonOf } from './error.ts'
import type { Ink } from './ink.ts'
import { metadataJsonOf } from './metadata.ts'
import { printSafely } from './table.ts'
import { printTreeOnChain, treeOnChainJsonOf } from './tree-on-chain.ts'

/** How many findings of a kind are printed where not all are wanted. */
const few = 5
const severities: readonly Severity[] = ['error', 'warning', 'info']
/** What is good to know is left out where many files are checked. */
const briefly: readonly Severity[] = ['error', 'warning']

/**
 * Turns checks into what `--json` shows.
 *
 * @param checks - one a file.
 * @returns the verdict over all, each file with its verdict and findings, or its error, and the files passed over.
 */
export function checksJsonOf({ ok, files, skipped }: Checks): Json {
  return { ok, files: files.map(checkJsonOf), skipped }
}

/**
 * Prints checks for a person: a line a file, its findings below it.
 *
 * @param checks - one a file.
 * @param manner - colours, and whether every finding is printed.
 * @returns the lines.
 */
export function* printChecks(
  { files, skipped }: Checks,
  manner: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  for (const check of files) {
    yield headOf(check, manner.ink)
    if (!('file' in check)) continue
    if (check.onChain !== null) yield* printTreeOnChain(check.onChain, manner)
    const isBrief = files.length > 1 && !manner.all
    for (const severity of isBrief ? briefly : severities) {
      yield* findingsOf(check.findings, severity, manner)
    }
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

function* findingsOf(
  findings: readonly Finding[],
  severity: Severity,
  { ink, all }: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  const paint = { error: ink.red, warning: ink.yellow, info: ink.dim }[severity]
  const mine = findings.filter((finding) => finding.severity === severity)
  for (const code of new Set(mine.map((finding) => finding.code))) {
    const same = mine.filter((finding) => finding.code === code)
    for (const { message, leaf } of all ? same : same.slice(0, few)) {
      const isPlaced = leaf === null || /\b(slots?|leafs?|leaves)\b/.test(message)
      const told = printSafely(isPlaced ? message : `leaf ${leaf}: ${message}`)
      yield `  ${paint(severity.padEnd(7))}  ${told} ${ink.dim(`[${code}]`)}\n`
    }
    const rest = all ? 0 : same.length - few
    if (rest > 0) yield ink.dim(`           and ${rest} more [${code}]; --all prints them\n`)
  }
}

function sumOf(files: readonly Check[], skipped: number): string {
  const sound = files.filter(({ ok }) => ok).length
  const invalid = files.filter((check) => !('file' in check)).length
  const unsound = files.length - sound - invalid
  return `\n${files.length} ${files.length === 1 ? 'file' : 'files'}: ${sound} sound, ${unsound} unsound, ${invalid} invalid${skipped > 0 ? `; ${skipped} skipped` : ''}\n`
}
