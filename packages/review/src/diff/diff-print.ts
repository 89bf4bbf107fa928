import type { Highlight } from '../leaf/highlight.ts'
import { countText, functionText, listText, plainText, slotsText } from '../leaf/sentence.ts'
import type { DiffChange, TreeDiff } from './diff.ts'
import { countsText, entryText, groupEntries, headingText, signs } from './diff-line.ts'

type Section = { readonly title: string; readonly lines: readonly string[] }

/**
 * Prints a diff for a terminal: what a reviewer looks at first, then every leaf.
 *
 * @returns lines, each ended; no colours, and no control characters of the files.
 */
export function printDiffText(diff: TreeDiff): string {
  const lines = headOf(diff).map(([name, value]) => `${`${name}:`.padEnd(12)}${value}`)
  for (const { title, lines: called } of highlightSections(diff)) {
    lines.push('', `${title}:`, ...called.map((line) => `! ${line}`))
  }
  for (const group of groupEntries(diff)) {
    lines.push('', headingText(group))
    for (const { signature, entries } of group.functions) {
      lines.push(`  ${plainText(signature)}`)
      for (const entry of entries) lines.push(`  ${signs[entry.kind]} ${entryText(entry)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/**
 * Prints a diff as Markdown, for a review in the browser.
 *
 * @returns a document; texts out of the files stand in code spans, so that none becomes a link, a mention or HTML.
 */
export function printDiffMarkdown(diff: TreeDiff): string {
  const lines = ['# Tree diff', '', '| | |', '|---|---|']
  for (const [name, value] of headOf(diff)) lines.push(`| ${name} | ${value} |`)
  for (const { title, lines: called } of highlightSections(diff)) {
    lines.push('', `## ${title}`, '', ...called.map((line) => `- ${codeSpan(line)}`))
  }
  for (const group of groupEntries(diff)) {
    lines.push('', `## ${headingText(group)}`)
    for (const { signature, entries } of group.functions) {
      lines.push('', `### ${codeSpan(plainText(signature))}`, '')
      for (const entry of entries) lines.push(`- **${entry.kind}** ${codeSpan(entryText(entry))}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function headOf(diff: TreeDiff): readonly (readonly [string, string])[] {
  const head: [string, string][] = [
    ['root', changeText(diff.root)],
    ['leaves', `${changeText(diff.leafCount)}: ${countsText(diff)}`],
    ['capacity', changeText(diff.capacity)],
  ]
  for (const name of ['vault', 'manager', 'accountant', 'decoder', 'padding'] as const) {
    const { before, after } = diff[name]
    if (before !== after) head.push([name, changeText(diff[name])])
  }
  return head
}

function changeText({ before, after }: DiffChange<string | number | null>): string {
  const textOf = (value: string | number | null) => (value === null ? 'none' : String(value))
  return before === after ? textOf(after) : `${textOf(before)} → ${textOf(after)}`
}

function highlightSections({ callouts }: TreeDiff): readonly Section[] {
  const whereOf = ({ positions }: Highlight) =>
    `${countText(positions.length, 'leaf')}, ${slotsText(positions)}`
  const functionsOf = ({ signatures }: Highlight) => listText(signatures.map(functionText))
  const knownText = (callout: Highlight) => (callout.isKnownTarget ? ' (already a target)' : '')
  const sections: Section[] = [
    {
      title: 'New decoders',
      lines: callouts.decoders.map((each) => `${each.address} (${whereOf(each)})`),
    },
    {
      title: 'New targets',
      lines: callouts.targets.map(
        (each) => `${each.address}: ${functionsOf(each)} (${whereOf(each)})`,
      ),
    },
    {
      title: 'New spenders',
      lines: callouts.spenders.map(
        (each) =>
          `${each.address}${knownText(each)} of ${countText(each.tokens.length, 'token')}: ${listText(each.tokens)} (${whereOf(each)})`,
      ),
    },
    {
      title: 'New recipients outside the vault',
      lines: callouts.recipients.map((each) => {
        const labels = each.labels.map((label) => label ?? 'an argument that no rule names')
        return `${each.address}${knownText(each)} as ${listText(labels)} of ${functionsOf(each)} (${whereOf(each)})`
      }),
    },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

/** A code span: in it nothing becomes a link, a mention, a heading or HTML. */
function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)))
  return runs.length === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`
}
