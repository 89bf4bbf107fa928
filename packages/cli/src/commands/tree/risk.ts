import { ruleBook } from '@vaultwright/protocols'
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
  riskChanges,
  riskJsonOf,
  riskReportJsonOf,
  riskSeverities,
  risksOf,
} from '@vaultwright/review'
import { choice, defineCommand, filledBy, flag, list, text } from '../../command/command.ts'
import { readRiskFacts } from '../../input/risk-facts.ts'
import { readTree } from '../../input/tree.ts'
import type { Report, ReportRow } from '../../report/report.ts'
import { isReportFormat, printReport, reportFormats } from '../../report/report-print.ts'
import type { ExitCode, Json } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { warnUnsound } from '../../terminal/warning.ts'

const failOnOption = choice(
  riskSeverities,
  'Answer no (exit 1) when there is a way out of this severity or worse; what is unknown counts as the worst',
)

export const command = defineCommand({
  name: 'tree risk',
  summary: 'Show what the strategist could do at worst',
  describe:
    'Shows what a stolen strategist key could do at worst with a tree: every way out, unknown ones first, then the most dangerous, with its leaves and a call that takes it. Derived from what decoders bind and what the other arguments mean, never from descriptions. With --since only what a change added, widened or removed.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    since: text('An earlier tree: the answer is what changed since', 'file'),
    'fail-on': failOnOption,
    definition: filledBy(
      text('The vault definition: drones, names and tokens', 'file'),
      'definition',
    ),
    lock: filledBy(
      text('Symbols read from chains; default: beside the definition', 'file'),
      'lock',
    ),
    vault: text('The vault; default: as the tree states', 'address'),
    manager: text('The Manager; default: as the tree states', 'address'),
    drone: list('A drone of the vault; others are assumed from leaves; may be repeated', 'address'),
    chain: filledBy(
      text('The chain of the tree, name or id; default: guessed from a known vault', 'name'),
      'chain',
    ),
    attacker: text('Who takes the free values of the worst calls', 'address'),
    format: choice(
      ['text', 'json', 'markdown', ...reportFormats],
      'How to print it; github, sarif and junit are for CI, with errors as --fail-on says',
    ),
    addresses: flag('Addresses and calldata whole'),
    all: flag('Print low and info ways out, too'),
  },
  examples: [
    ['tree risk tree.json', 'What could a stolen key do?'],
    ['tree risk new.json --since old.json', 'Which ways out does a change open or close?'],
    ['tree risk new.json --since old.json --fail-on high', 'For CI: exit 1 on a new high risk'],
    ['tree risk tree.json --format markdown --out risk.md', 'For a review in the browser'],
    ['tree risk tree.json --json', 'With whole calldata and proofs'],
  ],
  run: async (args, context) => {
    const file = await readTree(args.file, context)
    warnUnsound(args.file, file, { context, quiet: args.quiet })
    const facts = await readRiskFacts(file, args, context)
    const options = { ...facts.options, rules: ruleBook }
    const report = risksOf(file, options)
    const earlier = args.since === undefined ? null : await readTree(args.since, context)
    const before = earlier === null ? null : risksOf(earlier, options)
    const changes = before === null ? null : riskChanges(before, report)
    const view: RiskView = { report, since: before === null ? null : { before, changes: changes! } }
    const print: RiskPrintOptions = { names: facts.names, whole: args.addresses }
    const worst = changes === null ? worstOf(report) : changes.worst
    return {
      json: () => riskViewJsonOf(view),
      text: (style) => {
        if (args.format === 'markdown') return [printRiskDocument(view, print)]
        if (args.format === 'json') return [printJson(riskViewJsonOf(view))]
        if (isReportFormat(args.format)) {
          const limit = args['fail-on']
          const settings = { file: args.file, limit, print }
          return [printReport(reportOfRisks(view, settings), args.format)]
        }
        return printRisks(view, { print, style, all: args.all, chain: facts.chainText })
      },
      exit: () => failureOf(worst, args['fail-on']),
    }
  },
})

/** No where the worst is as bad as the limit. */
export function failureOf(worst: RiskSeverity | null, limit: RiskSeverity | undefined): ExitCode {
  return worst !== null && limit !== undefined && isAtLeast(worst, limit) ? 1 : 0
}

function worstOf({ risks }: RiskReport): RiskSeverity | null {
  return risks[0]?.severity ?? null
}

/** The ways out of a tree, or what changed of them since an earlier one. */
type RiskView = {
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
function printRisks(view: RiskView, options: RiskTextOptions): readonly string[] {
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
function printRiskDocument({ report, since }: RiskView, print: RiskPrintOptions): string {
  return since === null
    ? printRiskMarkdown(report, print)
    : printRiskChangesMarkdown(since.changes, print)
}

/** The ways out for a program: whole calldata, whole proofs. */
function riskViewJsonOf({ report, since }: RiskView): Json {
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
function reportOfRisks(
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
