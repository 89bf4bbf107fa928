import { type Address, escapeInvisible } from '@vaultwright/base'
import { type NameLookup, printAccount, printBrief } from '@vaultwright/registry'
import { fewText } from '../leaf/sentence.ts'
import type { Risk, RiskReport } from './risk.ts'
import type { RiskChanges } from './risk-change.ts'
import { riskSeverities } from './severity.ts'
import type { WayOut } from './way-out.ts'
import type { WorstCall } from './worst-call.ts'

/** Options of printed ways out. */
export type RiskPrintOptions = {
  readonly names: NameLookup
  /** Addresses whole, calldata whole. */
  readonly whole: boolean
}

/** Bytes of calldata that are shown before the rest is counted. */
const shownBytes = 36

/** Prints the sentence of a way out with the names of its accounts. */
export function printWayOut({ sentence }: WayOut, { names, whole }: RiskPrintOptions): string {
  return escapeInvisible(
    sentence.replace(wholeAccount, (account) => printAccount(account as Address, names, { whole })),
  )
}

/**
 * Prints the sentence of a way out for a headline: without slots, a name of the registry without its address, and of
 * more than two accounts the first and how many more.
 */
export function printWayOutLine({ sentence }: Pick<WayOut, 'sentence'>, names: NameLookup): string {
  const short = sentence
    .replace(/ \(slots? [^()]*\)/g, '')
    .replace(accountList, (list, first: string, more: string | undefined) => {
      const count = (list.match(/0x/g)?.length ?? 0) + Number(more ?? 0)
      return count > 2 ? `${first} and ${count - 1} more` : list
    })
    .replace(wholeAccount, (account) => printBrief(account as Address, names, { whole: false }))
  return escapeInvisible(short)
}

const wholeAccount = /0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g
const accountList =
  /(0x[0-9a-fA-F]{40})(?:, 0x[0-9a-fA-F]{40})* and (?:(\d+) more|0x[0-9a-fA-F]{40}(?![0-9a-fA-F]))/g

/** Prints a call that takes a way out, on one line. */
export function printWorstCall(worst: WorstCall, { names, whole }: RiskPrintOptions): string {
  const bytes = worst.data.length / 2 - 1
  const isCut = !whole && bytes > shownBytes
  const data = isCut ? `${worst.data.slice(0, 2 + 2 * shownBytes)}… (${bytes} bytes)` : worst.data
  const wei = worst.value === 0n ? '' : ` with ${worst.value} wei`
  const reads = worst.reads.map(({ read, value }) => `${read.key} is ${value}`)
  const checks = worst.checks.map(({ check }) => `its decoder finds ${escapeInvisible(check)}`)
  const versions =
    worst.refusedBy.length > 0 ? [`its decoder is not ${fewText(worst.refusedBy)}`] : []
  const all = [...reads, ...checks, ...versions]
  const condition = all.length === 0 ? '' : `, if ${all.join(' and ')}`
  return `slot ${worst.slot}: ${printAccount(worst.target, names, { whole })} ${data}${wei}${condition}`
}

/** Counts the ways out by severity: `1 unknown, 4 critical, 6 high`. */
export function printRiskCounts({ counts }: Pick<RiskReport, 'counts'>): string {
  const parts = riskSeverities.flatMap((severity) =>
    counts[severity] === 0 ? [] : [`${counts[severity]} ${severity}`],
  )
  return parts.length === 0 ? 'no way out' : parts.join(', ')
}

/** Prints the ways out of a tree as Markdown: the worst in a table, all calls folded. */
export function printRiskMarkdown(report: RiskReport, options: RiskPrintOptions): string {
  const lines = [
    `**What the strategist could do at worst:** ${printRiskCounts(report)}`,
    '',
    ...markdownTable(report.risks, options),
  ]
  const calls = report.risks.flatMap(({ code, worst }) =>
    worst === null
      ? []
      : [`- ${code}: ${cellOf(printWorstCall(worst, { ...options, whole: true }))}`],
  )
  if (calls.length === 0) return `${lines.join('\n')}\n`
  const folded = ['', '<details><summary>Worst calls</summary>', '', ...calls, '', '</details>']
  return `${[...lines, ...folded].join('\n')}\n`
}

/** Prints what a change does to the ways out, as Markdown. */
export function printRiskChangesMarkdown(
  changes: RiskChanges<Risk>,
  options: RiskPrintOptions,
): string {
  const parts = (
    [
      ['New ways out', changes.added],
      ['Ways out that reach further or less', changes.changed.map(({ after }) => after)],
      ['Ways out that are gone', changes.removed],
    ] as const
  ).flatMap(([title, ways]) =>
    ways.length === 0 ? [] : [`**${title}**`, '', ...markdownTable(ways, options), ''],
  )
  return parts.length === 0 ? 'No way out is new or gone.\n' : parts.join('\n')
}

function markdownTable(ways: readonly WayOut[], options: RiskPrintOptions): readonly string[] {
  return [
    '| severity | way out | what the strategist could do |',
    '| --- | --- | --- |',
    ...ways.map(
      (way) =>
        `| ${way.severity} | ${way.code} | ${cellOf(printWayOut(way, options))}${way.isGuessed ? ' (meaning guessed)' : ''} |`,
    ),
  ]
}

/** Escapes a name so that it cannot end a cell or become markup. */
function cellOf(text: string): string {
  return text.replace(/[|<>*_[\]]/g, (sign) => `\\${sign}`)
}
