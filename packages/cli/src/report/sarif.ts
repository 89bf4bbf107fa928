import type { Report, ReportRow } from './report.ts'

/**
 * Prints a report as one SARIF document, which code scanning reads.
 * Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
 */
export function printSarif({ command, files, rows }: Report): string {
  const rules = [...new Set(rows.map(({ code }) => code))].sort()
  const run = {
    tool: {
      driver: {
        name: 'vaultwright',
        rules: rules.map((id) => ({ id })),
      },
    },
    automationDetails: { id: `vaultwright/${command.replaceAll(' ', '-')}/` },
    artifacts: files.map((file) => ({ location: { uri: uriOf(file) } })),
    columnKind: 'utf16CodeUnits',
    results: rows.map((row) => resultOf(row, rules)),
  }
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const levels = { error: 'error', warning: 'warning', info: 'note' } as const

function resultOf(row: ReportRow, rules: readonly string[]) {
  const { severity, code, message, file, line, column } = row
  const region = line === null ? {} : { region: { startLine: line, startColumn: column ?? 1 } }
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
  }
}

/** A relative reference: a colon in the first part of a path would begin a scheme. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
  return /^[^/]*%3A/i.test(path) ? `./${path}` : path
}
