import { escapeInvisible } from '@vaultwright/base'
import { briefLines, codeSpan, type DiffPrinting } from '../diff/diff-print.ts'
import type { OpenedWay } from '../diff/risk-difference.ts'
import { countText } from '../leaf/sentence.ts'
import { printRiskCounts, printWayOutLine } from '../risk/risk-print.ts'
import { compareSeverity, type RiskSeverity, riskSeverities } from '../risk/severity.ts'
import type { TreeChange } from './tree-change.ts'

/** A file of a change, with its effect or with the reason why it cannot be told. */
export type ChangedFile = { readonly path: string; readonly printing: DiffPrinting } & (
  | {
      readonly change: TreeChange
      /** A sentence on what could not be looked at; null or absent without one. */
      readonly note?: string | null
    }
  | { readonly problem: string }
)

/** The lines that fit on a screen, and the least that a file gets before files are only named. */
const screenLines = 40
const leastLines = 3

/**
 * Prints the review of a change on one screen: a sentence over all files, then each file, those that are not sound
 * first, then by the worst way out that opens.
 *
 * @param isMarkdown - puts each text of a file into a code span, so that none becomes a link, a mention or HTML.
 * @returns lines, each ended; without control characters of the files.
 */
export function printTreeChanges(files: readonly ChangedFile[], isMarkdown: boolean): string {
  const isDetailed = files.some(({ printing }) => printing.detail)
  const ordered = [...files].sort((one, other) => rankOf(one) - rankOf(other))
  const room = screenLines - 1
  const shownCount = isDetailed ? files.length : Math.floor(room / (leastLines + 1))
  const shown = ordered.slice(0, shownCount)
  const linesEach = Math.max(leastLines, Math.floor(room / Math.max(shown.length, 1)) - 1)
  const span = isMarkdown ? codeSpan : (text: string) => text
  const lines = [headOf(files)]
  for (const file of shown) {
    lines.push('', isMarkdown ? `**${span(titleOf(file))}**` : titleOf(file))
    if (isMarkdown) lines.push('')
    for (const line of bodyOf(file, linesEach))
      lines.push(`${isMarkdown ? '- ' : '  '}${span(line)}`)
  }
  const named = ordered.slice(shownCount)
  if (named.length > 0) {
    const titles = named.slice(0, leastLines).map((file) => span(titleOf(file)))
    const more = named.length > titles.length ? `; and ${named.length - titles.length} more` : ''
    lines.push('', `Also: ${titles.join('; ')}${more}`)
  }
  return `${lines.join('\n')}\n`
}

/** Says of all files what a reader decides by: how many are not sound, and what opens. */
function headOf(files: readonly ChangedFile[]): string {
  const changes = files.flatMap((file) => ('change' in file ? [file.change] : []))
  const unread = files.length - changes.length
  const unsound = changes.filter(isUnsound).length
  const opened = changes.flatMap((change) => change.opened)
  const parts = [
    ...(unread > 0 ? [`${unread} cannot be read`] : []),
    ...(unsound > 0 ? [`${unsound} not sound`] : []),
    opened.length === 0
      ? `${unread > 0 ? 'in the others ' : ''}no way out is new or wider, as far as the rules tell`
      : `new or wider ways out: ${countsOf(opened)}`,
  ]
  return `${countText(files.length, 'tree file')} changed: ${parts.join('; ')}`
}

function titleOf(file: ChangedFile): string {
  const path = escapeInvisible(file.path)
  if ('problem' in file) return `${path}: cannot be read`
  const { before, after } = file.change.leafCount
  if (after === null) {
    return `${path}: removed${before === null ? '' : `, ${countText(before, 'leaf')} gone`}`
  }
  const count = before === null ? `new, ${countText(after, 'leaf')}` : `leaves ${before} → ${after}`
  return `${path}: ${count}${isUnsound(file.change) ? ', not sound' : ''}`
}

function bodyOf(file: ChangedFile, room: number): readonly string[] {
  if ('problem' in file) return [escapeInvisible(file.problem)]
  const { findings, comparison, opened } = file.change
  const { note = null } = file
  const notes = [
    ...(note === null ? [] : [`! ${escapeInvisible(note)}`]),
    ...findings.map(
      ({ severity, code, message }) => `! ${severity} ${code}: ${escapeInvisible(message)}`,
    ),
  ]
  if (comparison === null) return shortened([...notes, ...wayLines(opened, file.printing)], room)
  const noteRoom = Math.max(1, Math.floor(room / 2))
  const first = file.printing.detail ? notes : shortened(notes, noteRoom)
  return [...first, ...briefLines(comparison, file.printing, room - first.length)]
}

function wayLines(opened: readonly OpenedWay[], { names }: DiffPrinting): readonly string[] {
  if (opened.length === 0) return []
  const sentences = opened.map(
    (way) => `! ${way.severity} ${way.code}: ${printWayOutLine(way, names)}`,
  )
  return [`ways out: ${countsOf(opened)}`, ...sentences]
}

function shortened(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines
  return [...lines.slice(0, room - 1), `and ${lines.length - room + 1} more lines`]
}

function countsOf(ways: readonly OpenedWay[]): string {
  const countOf = (severity: RiskSeverity) => ways.filter((way) => way.severity === severity).length
  const counts = Object.fromEntries(riskSeverities.map((severity) => [severity, countOf(severity)]))
  return printRiskCounts({ counts: counts as Record<RiskSeverity, number> })
}

function isUnsound({ findings }: TreeChange): boolean {
  return findings.some(({ severity }) => severity === 'error')
}

/** Ranks what cannot be read first, then what is not sound, then by the worst way out. */
function rankOf(file: ChangedFile): number {
  if ('problem' in file) return -2
  if (isUnsound(file.change)) return -1
  const [worst] = file.change.opened.map(({ severity }) => severity).sort(compareSeverity)
  return worst === undefined ? riskSeverities.length : riskSeverities.indexOf(worst)
}
