import type { NameLookup } from '@vaultwright/registry'
import { plainText } from '../leaf/sentence.ts'
import type { TreeComparison } from './comparison.ts'
import { entryText, groupEntries, headingText, signs } from './diff-line.ts'
import { type SummaryLine, summaryLines } from './summary-line.ts'

/** Options of a printed comparison. */
export type DiffPrinting = {
  readonly names: NameLookup
  /** Every address with all its digits. */
  readonly whole: boolean
  /** Every leaf after the sets. */
  readonly detail: boolean
}

/** Lines of the sets that fit on a screen. */
const screenLines = 40
/** Warnings that are spelled out before they are counted, so that the counts stay in sight. */
const maxWarnings = 12

/**
 * Prints a comparison for a terminal: what may not be overlooked, the counts, and the permissions as sets,
 * at most 40 lines; with `detail` all of them and every leaf.
 *
 * @returns lines, each ended; no colours, and no control characters of the files.
 */
export function printDiffText(comparison: TreeComparison, printing: DiffPrinting): string {
  const { head, changes, rest: remainder } = partsOf(comparison, printing)
  const lines = head.map(({ text }) => text)
  if (changes.length > 0) lines.push('', ...changes.map(({ text }) => text))
  if (remainder !== null) lines.push(`${remainder}: --detail`)
  if (!printing.detail) return `${lines.join('\n')}\n`
  for (const group of groupEntries(comparison)) {
    lines.push('', headingText(group, printing.names))
    for (const { signature, entries } of group.functions) {
      lines.push(`  ${plainText(signature)}`)
      for (const entry of entries) {
        lines.push(`  ${signs[entry.kind]} ${entryText(entry, printing.names)}`)
      }
    }
  }
  return `${lines.join('\n')}\n`
}

/**
 * Prints a comparison as Markdown, for a review in the browser; every leaf is folded.
 *
 * @returns a document; texts out of the files stand in code spans, so that none becomes a link, a mention or HTML.
 */
export function printDiffMarkdown(comparison: TreeComparison, printing: DiffPrinting): string {
  const { head, changes, rest: remainder } = partsOf(comparison, printing)
  const listed = (lines: readonly SummaryLine[]) => lines.map(({ text }) => `- ${codeSpan(text)}`)
  const lines = ['# Tree diff', '', ...listed(head)]
  if (changes.length > 0) lines.push('', '## Permissions', '', ...listed(changes))
  if (remainder !== null) lines.push(`- ${remainder}, in the detail`)
  const groups = groupEntries(comparison)
  if (groups.length === 0) return `${lines.join('\n')}\n`
  lines.push('', '<details>', '<summary>Every leaf</summary>')
  for (const group of groups) {
    lines.push('', `## ${codeSpan(headingText(group, printing.names))}`)
    for (const { signature, entries } of group.functions) {
      lines.push('', `### ${codeSpan(plainText(signature))}`, '')
      for (const entry of entries) {
        lines.push(`- **${entry.kind}** ${codeSpan(entryText(entry, printing.names))}`)
      }
    }
  }
  return `${[...lines, '', '</details>'].join('\n')}\n`
}

/**
 * Prints a comparison as at most so many lines, what may not be overlooked first; the last counts what is left out.
 *
 * @returns texts without markup, a warning begins with `! `.
 */
export function briefLines(
  comparison: TreeComparison,
  printing: DiffPrinting,
  room: number,
): readonly string[] {
  const lines = summaryLines(comparison, printing).map(({ text }) => text)
  if (printing.detail || lines.length <= room) return lines
  return [...lines.slice(0, room - 1), `and ${lines.length - room + 1} more lines`]
}

type SummaryParts = {
  readonly head: readonly SummaryLine[]
  readonly changes: readonly SummaryLine[]
  /** The rest that is left out; null if nothing is. */
  readonly rest: string | null
}

function partsOf(comparison: TreeComparison, printing: DiffPrinting): SummaryParts {
  const lines = summaryLines(comparison, printing)
  const changes = lines.filter(({ kind }) => kind === 'change')
  const head = lines.filter(({ kind }) => kind !== 'change')
  if (printing.detail) return { head, changes, rest: null }
  const shownHead = shortened(head)
  const room = screenLines - shownHead.length - 2
  if (changes.length <= room + 1) return { head: shownHead, changes, rest: null }
  const left = changes.slice(room)
  const leaves = left.reduce((sum, line) => sum + line.leaves, 0)
  const remainder = `and ${left.length} more lines for ${leaves} leaves`
  return { head: shownHead, changes: changes.slice(0, room), rest: remainder }
}

/** Warnings beyond the first dozen are counted. */
function shortened(head: readonly SummaryLine[]): readonly SummaryLine[] {
  const warnings = head.filter(({ kind }) => kind === 'danger')
  if (warnings.length <= maxWarnings) return head
  const first = head.findIndex(({ kind }) => kind !== 'danger')
  const shownCount = Math.max(1, maxWarnings - (warnings.length - first))
  if (first <= shownCount) return head
  const more = `! and ${first - shownCount} more warnings of this kind`
  return [
    ...head.slice(0, shownCount),
    { kind: 'danger', text: more, leaves: 0 },
    ...head.slice(first),
  ]
}

/** A code span: in it nothing becomes a link, a mention, a heading or HTML. */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)))
  return runs.length === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`
}
