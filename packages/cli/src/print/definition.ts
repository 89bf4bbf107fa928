import type { Finding, Severity } from '@vaultwright/base'
import type { Inference } from '@vaultwright/definition'
import type { DefinitionCheck } from '../definition-check.ts'
import type { Ink } from './ink.ts'
import { metadataJsonOf } from './metadata.ts'
import { printSafely, printTable } from './table.ts'

/** How many findings of a kind are printed where not all are wanted. */
const few = 5
const severities: readonly Severity[] = ['error', 'warning', 'info']

/**
 * Prints the check of a definition for a person: a line a tree, findings below it, unused names last.
 *
 * @param check - what was found.
 * @param manner - colours, and whether every finding is printed.
 * @returns the lines.
 */
export function* printDefinitionCheck(
  { trees, findings }: DefinitionCheck,
  manner: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  const { ink } = manner
  for (const { chain, strategist, built, findings } of trees) {
    const { leafCount, capacity } = metadataJsonOf(built.file)
    const isSound = !findings.some(({ severity }) => severity === 'error')
    const label = isSound ? ink.green('sound  ') : ink.red('unsound')
    const name = printSafely(`${strategist} on ${chain}`)
    yield `${label}  ${ink.bold(name)}  ${leafCount} leaves in ${capacity} slots  ${built.root}\n`
    // What is good to know is left out where many trees are checked.
    const isBrief = trees.length > 1 && !manner.all
    yield* printFindings(isBrief ? findings.filter(isNotable) : findings, manner)
  }
  yield* printFindings(findings, { ink, all: true })
}

/**
 * Prints findings for a person, the worst first.
 *
 * @param findings - in any order.
 * @param manner - colours, and whether every finding is printed.
 * @returns the lines.
 */
export function* printFindings(
  findings: readonly Finding[],
  { ink, all }: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  for (const severity of severities) {
    const paint = { error: ink.red, warning: ink.yellow, info: ink.dim }[severity]
    const mine = findings.filter((finding) => finding.severity === severity)
    for (const code of new Set(mine.map((finding) => finding.code))) {
      const same = mine.filter((finding) => finding.code === code)
      for (const { message } of all ? same : same.slice(0, few)) {
        yield `  ${paint(severity.padEnd(7))}  ${printSafely(message)} ${ink.dim(`[${code}]`)}\n`
      }
      const rest = all ? 0 : same.length - few
      if (rest > 0) yield ink.dim(`           and ${rest} more [${code}]; --all prints them\n`)
    }
  }
}

/**
 * Prints how much of a tree was recognised.
 *
 * @param inference - what was made of a tree.
 * @param ink - for headings.
 * @returns one line, and the table of what was not.
 */
export function* printInference(
  { used, recognised, unrecognised }: Inference,
  ink: Ink,
): Iterable<string> {
  const share = used === 0 ? '100.0' : ((100 * recognised) / used).toFixed(1)
  yield `recognised ${recognised} of ${used} leaves (${share} %)\n`
  if (unrecognised.length === 0) return
  const rows = unrecognised.map(({ signature, count }) => [String(count), shortened(signature)])
  yield* printTable([{ title: 'leaves', align: 'right' }, { title: 'kept as they are' }], rows, ink)
}

function isNotable({ severity }: Finding): boolean {
  return severity !== 'info'
}

function shortened(signature: string): string {
  return signature.length <= 100 ? signature : `${signature.slice(0, 99)}…`
}
