import { choice } from '../command/command.ts'
import { beforeDashes } from '../command/usage.ts'
import type { FileProblems } from '../failure/file-problem.ts'
import { type Report, type ReportRow, reportOfProblems } from './report.ts'

/** Formats that continuous integration reads. */
export const reportFormats = ['github', 'sarif', 'junit'] as const

type ReportFormat = (typeof reportFormats)[number]

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

/** Prints a report as JUnit XML: a case a file, which fails with its errors; the rest is its output. */
export function printJunit({ command, files, rows }: Report): string {
  const name = attribute(`vaultwright ${command}`)
  const cases = files.map((file) => {
    const fileRows = rows.filter((row) => row.file === file)
    return { file, own: fileRows, errors: fileRows.filter(({ severity }) => severity === 'error') }
  })
  const failures = cases.filter(({ errors }) => errors.length > 0).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0"`
  const lines = cases.flatMap(({ file, own: fileRows, errors }) => [
    `    <testcase classname=${name} name=${attribute(file)} file=${attribute(file)}>`,
    ...failureOf(errors),
    ...(fileRows.length > errors.length
      ? [`      <system-out>${content(textOf(fileRows))}</system-out>`]
      : []),
    '    </testcase>',
  ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name=${name} ${counts}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function failureOf(errors: readonly ReportRow[]): readonly string[] {
  const [first] = errors
  if (first === undefined) return []
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`
  const message = attribute(`${first.message}${more}`)
  return [
    `      <failure type=${attribute(first.code)} message=${message}>${content(textOf(errors))}</failure>`,
  ]
}

function textOf(rows: readonly ReportRow[]): string {
  return rows
    .map(({ file, line, column, severity, code, message }) => {
      const place = line === null ? '' : `:${line}:${column ?? 1}`
      return `${file}${place}: ${severity}: ${message} [${code}]`
    })
    .join('\n')
}

function attribute(text: string): string {
  return `"${content(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
}

/** Control characters, which XML 1.0 forbids or discourages, are replaced: no escape makes them allowed. Half a pair is none. */
function content(text: string): string {
  return text
    .replace(forbidden, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

const forbidden = /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

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

const sarifLevels = { error: 'error', warning: 'warning', info: 'note' } as const

function resultOf(row: ReportRow, rules: readonly string[]) {
  const { severity, code, message, file, line, column } = row
  const region = line === null ? {} : { region: { startLine: line, startColumn: column ?? 1 } }
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: sarifLevels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
  }
}

/** A relative reference: a colon in the first part of a path would begin a scheme. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
  return /^[^/]*%3A/i.test(path) ? `./${path}` : path
}

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
