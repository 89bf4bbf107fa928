import type { Severity } from '@vaultwright/base'
import type { FileProblems } from '../failure/file-problem.ts'
import { nameOf } from '../failure/file-problem.ts'

/** One thing that a command found, at a place in a file. */
export type ReportRow = {
  readonly severity: Severity
  /** Stable snake_case name of what was found. */
  readonly code: string
  readonly message: string
  readonly file: string
  /** From 1; null where it is of the whole file. */
  readonly line: number | null
  readonly column: number | null
}

/** The findings of a command in the files that it checked. */
export type Report = {
  /** Name of the command, as `tree check`. */
  readonly command: string
  /** Every file that was checked, in order, also those without a row. */
  readonly files: readonly string[]
  readonly rows: readonly ReportRow[]
}

/** Takes warnings as errors, as --strict does. */
export function strictReport(report: Report): Report {
  const rows = report.rows.map((row) =>
    row.severity === 'warning' ? { ...row, severity: 'error' as const } : row,
  )
  return { ...report, rows }
}

/** Reports what keeps a file from being read. */
export function reportOfProblems(
  { source, problems }: FileProblems,
  { code, command }: { readonly code: string } & Pick<Report, 'command'>,
): Report {
  const file = nameOf(source)
  const rows = problems.map(({ line, column, message }) => {
    return { severity: 'error' as const, code, message, file, line, column }
  })
  return { command, files: [file], rows }
}
