import type { Inference } from '@vaultwright/definition'
import type { DefinitionCheck } from '../definition-check.ts'
import { isNotable, printFindings } from './finding.ts'
import type { Ink } from './ink.ts'
import { metadataJsonOf } from './metadata.ts'
import { printSafely, printTable } from './table.ts'

/**
 * Prints the check of a definition for a person: a line a tree, findings below it, unused names last.
 */
export function* printDefinitionCheck(
  { trees, findings }: DefinitionCheck,
  manner: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  const { ink } = manner
  for (const { chain, strategist, built, ok, findings } of trees) {
    const { leafCount, capacity } = metadataJsonOf(built.file)
    const label = ok ? ink.green('sound  ') : ink.red('unsound')
    const name = printSafely(`${strategist} on ${chain}`)
    yield `${label}  ${ink.bold(name)}  ${leafCount} leaves in ${capacity} slots  ${built.root}\n`
    const isBrief = trees.length > 1 && !manner.all
    yield* printFindings(isBrief ? findings.filter(isNotable) : findings, manner)
  }
  yield* printFindings(findings, { ink, all: true })
}

/** Prints how much of a tree was recognised. */
export function* printInference(
  { used, recognised, unrecognised, possible }: Inference,
  ink: Ink,
): Iterable<string> {
  const share = used === 0 ? '100.0' : ((100 * recognised) / used).toFixed(1)
  yield `recognised ${recognised} of ${used} leaves (${share} %)\n`
  if (possible.length > 0) {
    const guessed = possible.map(({ route, count }) => [String(count), `possibly ${route}`])
    const title = 'the called account may be of another protocol'
    yield* printTable([{ title: 'leaves', align: 'right' }, { title }], guessed, ink)
  }
  if (unrecognised.length === 0) return
  const rows = unrecognised.map(({ signature, count }) => [String(count), shortened(signature)])
  yield* printTable([{ title: 'leaves', align: 'right' }, { title: 'kept as they are' }], rows, ink)
}

function shortened(signature: string): string {
  return signature.length <= 100 ? signature : `${signature.slice(0, 99)}…`
}
