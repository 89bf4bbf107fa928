import {
  bridgeSentences,
  controlHeadline,
  notSeen,
  sentencesAhead,
} from '@vaultwright/access-control'
import { actCells, actTitles, type ControlView, policySentence } from './control-print.ts'

/** Prints an answer as Markdown, for a review: one sentence, what a policy finds, one row an act. */
export function* printControlMarkdown(view: ControlView): Iterable<string> {
  const { answer, reading, block, hasLogs, findings = null } = view
  yield `**${controlHeadline(answer)}**\n\n`
  if (findings !== null) {
    yield `${policySentence(findings)}\n\n`
    for (const { severity, code, message } of findings)
      yield `- ${severity}: ${escaped(message)} \`${code}\`\n`
    if (findings.length > 0) yield '\n'
  }
  yield rowText(actTitles)
  yield rowText(actTitles.map(() => '---'))
  for (const cells of actCells(view)) yield rowText(cells.map(escaped))
  yield '\n'
  for (const { address, sentence } of reading.notes) yield `- \`${address}\` ${sentence}\n`
  for (const sentence of sentencesAhead(reading) ?? [])
    yield `- When all that waits has run: ${escaped(sentence)}\n`
  for (const { contract, isComplete, unexplained, open } of reading.completeness) {
    if (isComplete) continue
    yield `- \`${contract}\` not proven complete: ${unexplained} values not explained, ${open} links not opened\n`
  }
  for (const sentence of bridgeSentences(answer, reading.state)) yield `- ${escaped(sentence)}\n`
  if (!hasLogs) yield '- The node refused the logs: lists may be incomplete.\n'
  yield `\nProven from the hash of block ${block.number}, \`${block.hash}\`. ${notSeen}\n`
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

/** Names of acts have underscores, which Markdown reads as emphasis. */
function escaped(text: string): string {
  return text.replace(/[\\`*_|<>[\]]/g, '\\$&')
}
