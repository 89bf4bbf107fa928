import { ruleBook } from '@vaultwright/protocols'
import {
  isAtLeast,
  type RiskPrintOptions,
  type RiskReport,
  type RiskSeverity,
  riskChanges,
  riskSeverities,
  risksOf,
} from '@vaultwright/review'
import { choice, defineCommand, filledBy, flag, list, text } from '../../command/command.ts'
import { readRiskFacts } from '../../input/risk-facts.ts'
import { readTree } from '../../input/tree.ts'
import { isReportFormat, printReport, reportFormats } from '../../report/report-print.ts'
import type { ExitCode } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import { warnUnsound } from '../../terminal/warning.ts'
import {
  printRiskDocument,
  printRisks,
  type RiskView,
  reportOfRisks,
  riskViewJsonOf,
} from './risk-print.ts'

export const failOnOption = choice(
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
