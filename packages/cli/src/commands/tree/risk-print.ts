import {
  isAtLeast,
  printRiskChangesMarkdown,
  printRiskCounts,
  printRiskMarkdown,
  printWayOut,
  printWorstCall,
  type Risk,
  type RiskChange,
  type RiskChanges,
  type RiskPrintOptions,
  type RiskReport,
  type RiskSeverity,
  riskJsonOf,
  riskReportJsonOf,
} from '@vaultwright/review'
import type { Report, ReportRow } from '../../report/report.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'

/** The ways out of a tree, or what changed of them since an earlier one. */
export type RiskView = {
  readonly report: RiskReport
  readonly since: { readonly before: RiskReport; readonly changes: RiskChanges<Risk> } | null
}

type RiskTextOptions = {
  readonly print: RiskPrintOptions
  readonly style: TextStyle
  readonly all: boolean
  /** The chain of the names; null if unknown. */
  readonly chain: string | null
}

const width = 'CRITICAL'.length

/** Prints the ways out for a person. */
export function printRisks(view: RiskView, options: RiskTextOptions): readonly string[] {
  const { report, since } = view
  const { style, chain } = options
  const head = [
    `root   ${report.root}\n`,
    `vault  ${report.vault ?? '(not stated)'}\n`,
    ...(chain === null ? [] : [`chain  ${chain}\n`]),
    `risk   ${style.bold(printRiskCounts(report))}\n`,
  ]
  if (since === null) return [...head, ...printList(report.risks, options)]
  const { added, changed, removed } = since.changes
  if (added.length + changed.length + removed.length === 0) {
    return [...head, `No way out is new, wider or gone since ${since.before.root}.\n`]
  }
  return [
    ...head,
    ...printTitled('new ways out', printList(added, options), options),
    ...printTitled(
      'wider or narrower',
      changed.flatMap((change) => printChange(change, options)),
      options,
    ),
    ...printTitled('gone', printList(removed, options), options),
  ]
}

/** Prints the ways out as a Markdown document. */
export function printRiskDocument({ report, since }: RiskView, print: RiskPrintOptions): string {
  return since === null
    ? printRiskMarkdown(report, print)
    : printRiskChangesMarkdown(since.changes, print)
}

/** The ways out for a program: whole calldata, whole proofs. */
export function riskViewJsonOf({ report, since }: RiskView): Json {
  const json = riskReportJsonOf(report) as Json & object
  if (since === null) return json
  const { added, removed, changed, worst } = since.changes
  return {
    ...json,
    since: {
      root: since.before.root,
      worst,
      added: added.map((risk) => riskJsonOf(risk) as Json),
      removed: removed.map((risk) => riskJsonOf(risk) as Json),
      changed: changed.map((change) => ({
        key: change.after.key,
        code: change.after.code,
        severity: change.after.severity,
        added: change.added,
        removed: change.removed,
      })),
    },
  }
}

type RiskReportOptions = {
  readonly file: string
  /** From which severity on a way out is an error. */
  readonly limit: RiskSeverity | undefined
  readonly print: RiskPrintOptions
}

/** Reports ways out for continuous integration: with an earlier tree, those that are new or wider. */
export function reportOfRisks(
  { report, since }: RiskView,
  { file, limit, print }: RiskReportOptions,
): Report {
  const risks =
    since === null
      ? report.risks
      : [...since.changes.added, ...since.changes.changed.map(({ after }) => after)]
  const rows = risks.map((risk): ReportRow => {
    const { severity, code } = risk
    const isError = limit !== undefined && isAtLeast(severity, limit)
    return {
      file,
      line: null,
      column: null,
      code,
      severity: isError ? 'error' : minor.has(severity) ? 'info' : 'warning',
      message: `${severity}: ${printWayOut(risk, print)}`,
    }
  })
  return { command: 'tree risk', files: [file], rows }
}

function printTitled(
  title: string,
  lines: readonly string[],
  { style }: RiskTextOptions,
): readonly string[] {
  return lines.length === 0 ? [] : ['\n', `${style.bold(title)}\n`, ...lines]
}

function printList(risks: readonly Risk[], options: RiskTextOptions): readonly string[] {
  const { all, style } = options
  const isShown = ({ severity }: Risk) => all || !minor.has(severity)
  const hidden = risks.filter((risk) => !isShown(risk)).length
  const lines = risks.filter(isShown).flatMap((risk) => ['\n', ...printRisk(risk, options)])
  return hidden === 0
    ? lines
    : [...lines, '\n', style.dim(`and ${hidden} of low severity or for information: --all\n`)]
}

const minor: ReadonlySet<RiskSeverity> = new Set(['low', 'info'])

function printRisk(risk: Risk, { print, style }: RiskTextOptions): readonly string[] {
  const { severity, code, isGuessed, worst } = risk
  const head = severity.toUpperCase().padEnd(width)
  const guessed = isGuessed ? style.dim(' (meaning guessed from names)') : ''
  const call = worst === null ? 'no call could be made offline' : printWorstCall(worst, print)
  return [
    `${paintOf(severity, style)(head)}  ${style.bold(code)}${guessed}\n`,
    `  ${printWayOut(risk, print)}\n`,
    `  ${style.dim('call')}  ${call}\n`,
  ]
}

function printChange(change: RiskChange, options: RiskTextOptions): readonly string[] {
  const { after, added, removed } = change
  const { print, style } = options
  const shown = (account: string) => printWayOut({ ...after, sentence: account }, print)
  return [
    '\n',
    `${paintOf(after.severity, style)(after.severity.toUpperCase().padEnd(width))}  ${style.bold(after.code)}\n`,
    ...added.map((one) => `  ${style.red('+')} ${shown(one)}\n`),
    ...removed.map((one) => `  ${style.green('-')} ${shown(one)}\n`),
    `  ${printWayOut(after, print)}\n`,
  ]
}

function paintOf(severity: RiskSeverity, style: TextStyle): (text: string) => string {
  if (severity === 'unknown' || severity === 'critical') return style.red
  if (severity === 'high') return style.yellow
  return severity === 'medium' ? style.cyan : style.dim
}
