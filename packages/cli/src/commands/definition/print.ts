import type { Inference } from '@vaultwright/definition'
import type { DefinitionCheck } from '@vaultwright/operations'
import { isNotable, metadataJsonOf, printFindings } from '../../print/tree.ts'
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
