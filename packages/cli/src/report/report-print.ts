import { choice } from '../command/command.ts'
import { printGithub } from './github.ts'
import { printJunit } from './junit.ts'
import type { Report } from './report.ts'
import { printSarif } from './sarif.ts'

/** Formats that continuous integration reads. */
export const reportFormats = ['github', 'sarif', 'junit'] as const

export type ReportFormat = (typeof reportFormats)[number]

/** The option of a command that checks files. */
export const reportOption = choice(
  ['text', ...reportFormats],
  'How to print it: for a person, as commands of GitHub workflows, as SARIF for code scanning, or as JUnit XML',
)

/** Tells whether a value of `--format` is one of these. */
export function isReportFormat(format: string | undefined): format is ReportFormat {
  return reportFormats.some((one) => one === format)
}

/** Prints a report in a format that continuous integration reads. */
export function printReport(report: Report, format: ReportFormat): string {
  switch (format) {
    case 'github':
      return printGithub(report)
    case 'sarif':
      return printSarif(report)
    case 'junit':
      return printJunit(report)
  }
}
