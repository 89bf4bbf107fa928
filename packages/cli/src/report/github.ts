import type { Report, ReportRow } from './report.ts'

/**
 * Prints each row as a command of GitHub's workflows, which shows it beside the line of the file.
 * Source: GitHub Actions, workflow commands.
 */
export function printGithub({ rows }: Pick<Report, 'rows'>): string {
  return rows
    .map((row) => printCommand({ ...row, message: `${row.message} [${row.code}]` }))
    .join('')
}

const levels = { error: 'error', warning: 'warning', info: 'notice' } as const

/** Prints one command. */
export function printCommand(row: Omit<ReportRow, 'code'>): string {
  const { severity, message, file, line, column } = row
  const place = line === null ? '' : `,line=${line},col=${column ?? 1}`
  return `::${levels[severity]} file=${escapeProperty(file)}${place}::${escapeData(message)}\n`
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
}
