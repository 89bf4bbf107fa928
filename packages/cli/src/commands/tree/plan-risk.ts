import { type ChainDefinition, leafSourcesOf } from '@vaultwright/definition'
import { knownFactsFor, type PlannedStrategist } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import type { NameLookup } from '@vaultwright/registry'
import {
  isAtLeast,
  printWayOut,
  type Risk,
  type RiskSeverity,
  riskChanges,
  risksOf,
} from '@vaultwright/review'
import type { DefinitionSource } from '../../input/definition.ts'
import type { ReportRow } from '../../report/report.ts'
import { printCommand } from '../../report/report-print.ts'

/** A way out that a plan opens, at the entry of the definition that opens it. */
export type PlannedRisk = {
  readonly strategist: string
  readonly severity: RiskSeverity
  readonly code: string
  readonly message: string
  readonly file: string
  /** Of the entry, from 1; the start of the file where no entry is found. */
  readonly line: number
  readonly column: number
}

/** The format of annotations: as compilers write them, or as commands of GitHub's workflows. */
type AnnotationFormat = 'plain' | 'github'

/** The place of a definition, and the names of its accounts. */
type PlannedRiskContext = {
  readonly source: DefinitionSource
  readonly chain: ChainDefinition
  readonly names: NameLookup
  readonly limit: RiskSeverity
}

/** The maximum number of entries at which one way out is shown. */
const shownEntries = 5

/**
 * Finds the ways out that a plan opens or widens: against the trees in force where they are known, else all.
 *
 * @returns those as bad as the limit or worse, the worst first, each at the entries that open it.
 */
export function plannedRisks(
  strategists: readonly PlannedStrategist[],
  context: PlannedRiskContext,
): readonly PlannedRisk[] {
  return strategists.flatMap((planned) => risksOfStrategist(planned, context))
}

/** Gives a risk as a row of a report. */
export function rowOfRisk({
  strategist,
  severity,
  code,
  message,
  ...place
}: PlannedRisk): ReportRow {
  return { ...place, code, severity: 'error', message: `${severity} (${strategist}): ${message}` }
}

/** Prints a risk as one line that continuous integration reads: `file:line:column: error: message`. */
export function printAnnotation(risk: PlannedRisk, format: AnnotationFormat): string {
  const { file, line, column, severity, code, strategist, message } = risk
  const text = `${severity} ${code} (${strategist}): ${message}`
  if (format === 'plain') return `${file}:${line}:${column}: error: ${text}\n`
  return printCommand({ severity: 'error', message: text, file, line, column })
}

function risksOfStrategist(
  { strategist, built, current }: PlannedStrategist,
  { source, chain, names, limit }: PlannedRiskContext,
): readonly PlannedRisk[] {
  const { id } = chain.chain
  const knownFacts = knownFactsFor(source, id)
  const drones = [...chain.drones.values()]
  const { vault, manager } = chain
  const options = { rules: ruleBook, facts: knownFacts, vault, manager, drones }
  const after = risksOf(built.file, options)
  const changes = current === null ? null : riskChanges(risksOf(current, options), after)
  const wider = changes?.changed.filter(({ added }) => added.length > 0) ?? []
  const keys = new Set(wider.map((change) => change.after.key))
  const opened =
    changes === null
      ? after.risks
      : [...changes.added, ...after.risks.filter(({ key }) => keys.has(key))]
  const sourceOf = leafSourcesOf(source.definition, { chain: id, strategist, knownFacts })
  return opened
    .filter(({ severity }) => isAtLeast(severity, limit))
    .flatMap((risk) => {
      const located = locationsOf(risk, (position) => sourceOf(built.file.tree.leaves[position]!))
      return located.map(({ line, column }) => ({
        strategist,
        severity: risk.severity,
        code: risk.code,
        message: printWayOut(risk, { names, whole: false }),
        file: source.path,
        line,
        column,
      }))
    })
}

type EntrySpot = { readonly line: number; readonly column: number }

function locationsOf(
  { positions }: Risk,
  sourceOf: (position: number) => EntrySpot | null,
): readonly EntrySpot[] {
  const spots = new Map<string, EntrySpot>()
  for (const position of positions) {
    const spot = sourceOf(position)
    if (spot !== null) spots.set(`${spot.line}:${spot.column}`, spot)
  }
  if (spots.size === 0) return [{ line: 1, column: 1 }]
  return [...spots.values()].slice(0, shownEntries)
}
