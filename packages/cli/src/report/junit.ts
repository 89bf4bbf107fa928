import type { Report, ReportRow } from './report.ts'

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
