import type { Finding } from '@vaultwright/base'
import { chainIn, type Inference, leafSourcesOf } from '@vaultwright/definition'
import { type DefinitionCheck, knownFactsFor } from '@vaultwright/operations'
import type { DefinitionSource } from '../../input/definition.ts'
import { isNotable, metadataJsonOf, printFindings } from '../../print/tree.ts'
import type { Report, ReportRow } from '../../report/report.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely, printTable } from '../../terminal/table.ts'

/** Prints the check of a definition for a person: a line a tree, findings below it, unused names last. */
export function* printDefinitionCheck(
  { trees, findings }: DefinitionCheck,
  settings: { readonly style: TextStyle; readonly all: boolean },
): Iterable<string> {
  const { style } = settings
  for (const { chain, strategist, built, ok, findings } of trees) {
    const { leafCount, capacity } = metadataJsonOf(built.file)
    const label = ok ? style.green('sound  ') : style.red('unsound')
    const name = printSafely(`${strategist} on ${chain}`)
    yield `${label}  ${style.bold(name)}  ${leafCount} leaves in ${capacity} slots  ${built.root}\n`
    const isBrief = trees.length > 1 && !settings.all
    yield* printFindings(isBrief ? findings.filter(isNotable) : findings, settings)
  }
  yield* printFindings(findings, { style, all: true })
}

/** Reports the check of a definition for continuous integration: a finding of a leaf stands at the entry that makes it. */
export function reportOfDefinition(
  source: DefinitionSource,
  { trees, findings }: DefinitionCheck,
): Report {
  const file = source.path === '-' ? '<stdin>' : source.path
  const rowOf = ({ severity, code, message }: Finding, spot: LeafSpot): ReportRow => ({
    file,
    line: spot?.line ?? null,
    column: spot?.column ?? null,
    severity,
    code,
    message,
  })
  const rows = trees.flatMap(({ chain, strategist, built, findings }) => {
    const { id } = chainIn(source.definition, chain).chain
    const ref = { chain: id, strategist, knownFacts: knownFactsFor(source, id) }
    const sourceOf = findings.some(({ leaf }) => leaf !== null)
      ? leafSourcesOf(source.definition, ref)
      : () => null
    return findings.map((finding) => {
      const leaf = finding.leaf === null ? undefined : built.file.tree.leaves[finding.leaf]
      const spot = leaf === undefined ? lineOf(finding) : sourceOf(leaf)
      const row = rowOf(finding, spot)
      return { ...row, message: `${strategist} on ${chain}: ${row.message}` }
    })
  })
  const all = [...rows, ...findings.map((finding) => rowOf(finding, lineOf(finding)))]
  return { command: 'definition check', files: [file], rows: all }
}

type LeafSpot = ReturnType<ReturnType<typeof leafSourcesOf>>

/** A finding of the file itself names its line. */
function lineOf({ facts: { line, column } }: Finding): LeafSpot {
  if (typeof line !== 'number') return null
  return { line, column: typeof column === 'number' ? column : 1 }
}

/** Prints how much of a tree was recognised. */
export function* printInference(
  { used, recognised, unrecognised, possible }: Inference,
  style: TextStyle,
): Iterable<string> {
  const share = used === 0 ? '100.0' : ((100 * recognised) / used).toFixed(1)
  yield `recognised ${recognised} of ${used} leaves (${share} %)\n`
  if (possible.length > 0) {
    const guessed = possible.map(({ route, count }) => [String(count), `possibly ${route}`])
    const title = 'the called account may be of another protocol'
    yield* printTable([{ title: 'leaves', align: 'right' }, { title }], guessed, style)
  }
  if (unrecognised.length === 0) return
  const rows = unrecognised.map(({ signature, count }) => [String(count), shortened(signature)])
  yield* printTable(
    [{ title: 'leaves', align: 'right' }, { title: 'kept as they are' }],
    rows,
    style,
  )
}

function shortened(signature: string): string {
  return signature.length <= 100 ? signature : `${signature.slice(0, 99)}…`
}
