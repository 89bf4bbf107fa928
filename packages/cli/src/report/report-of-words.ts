import { beforeDashes } from '../command/usage.ts'
import type { FileProblems } from '../failure/file-problem.ts'
import { reportOfProblems } from './report.ts'
import { printReport, reportFormats } from './report-print.ts'

/**
 * Prints what keeps a file from being read in the format that a command line asks for.
 *
 * @returns null where it asks for none that continuous integration reads.
 */
export function printReportOfWords(
  words: readonly string[],
  problems: FileProblems,
  code: string,
): string | null {
  const lineWords = beforeDashes(words)
  const index = lineWords.findIndex((word) => /^--format(=|$)/.test(word))
  if (index < 0) return null
  const value = lineWords[index]!.includes('=')
    ? lineWords[index]!.slice('--format='.length)
    : lineWords[index + 1]
  const format = reportFormats.find((one) => one === value)
  if (format === undefined) return null
  const command = lineWords.slice(0, 2).join(' ')
  return printReport(reportOfProblems(problems, { code, command }), format)
}
