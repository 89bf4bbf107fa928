import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type Report, type ReportRow, strictReport } from './report.ts'
import {
  printGithub,
  printJunit,
  printReport,
  printReportOfWords,
  printSarif,
  reportFormats,
} from './report-print.ts'

const numRuns = runsOf(1)
const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'a]]>b',
    '<!--',
    '"',
    "'",
    '&amp;',
    'a\r\nb',
    '::error::x',
    'c:\\d,e%',
    '\u0000',
    '\u0085',
  ),
)
const rows = fc.array(
  fc.record({
    severity: fc.constantFrom('error' as const, 'warning' as const, 'info' as const),
    code: fc.stringMatching(/^[a-z_]{1,20}$/),
    message: hostile,
    file: hostile,
    line: fc.option(fc.integer({ min: 1, max: 1_000 })),
    column: fc.option(fc.integer({ min: 1, max: 1_000 })),
  }),
)
const reports = fc.record({ command: fc.constant('tree check'), rows }).map(
  ({ command, rows }): Report => ({
    command,
    rows,
    files: [...new Set(rows.map(({ file }) => file))],
  }),
)
const row: ReportRow = {
  severity: 'error',
  code: 'wrong_root',
  message: 'The root is "0x1" & not <0x2>.\nBuild the tree again.',
  file: 'trees/a b.json',
  line: 3,
  column: 7,
}
const report: Report = {
  command: 'tree check',
  files: ['trees/a b.json', 'trees/c.json'],
  rows: [row, { ...row, severity: 'warning', code: 'duplicate_leaf', line: null, column: null }],
}

test('law: a command of a workflow is one line, and what it says is read back', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const lines = printGithub(report).split('\n').slice(0, -1)
      expect(lines).toHaveLength(report.rows.length)
      for (const [index, line] of lines.entries()) {
        const [, properties, data] = /^::(?:error|warning|notice) (.*?)::(.*)$/s.exec(line)!
        const { file, message, code } = report.rows[index]!
        expect(unescaped(data!)).toBe(`${message} [${code}]`)
        expect(unescaped(/^file=([^,]*)/.exec(properties!)![1]!)).toBe(file)
      }
    }),
    { numRuns },
  )
})

test('law: SARIF is JSON in which each row has its rule, and its file no scheme', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const [run] = JSON.parse(printSarif(report)).runs
      expect(run.results).toHaveLength(report.rows.length)
      for (const [index, result] of run.results.entries()) {
        expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
        expect(result.message.text).toBe(report.rows[index]!.message)
        const { uri } = result.locations[0].physicalLocation.artifactLocation
        expect(uri).not.toMatch(/^[a-z][a-z0-9+.-]*:/i)
      }
    }),
    { numRuns },
  )
})

test('law: JUnit XML closes what it opens, whatever files and messages hold', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const text = printJunit(report)
      const open: string[] = []
      const withoutRows = text.replace(
        /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)>|<\?xml[^?]*\?>/g,
        (_, end, name) => {
          if (name === undefined) return ''
          if (end === '') open.push(name)
          else expect(open.pop()).toBe(name)
          return ''
        },
      )
      expect(open).toEqual([])
      expect(withoutRows).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#\d+);)/)
      expect(text).not.toMatch(/[^\P{Cc}\t\n\r]/u)
    }),
    { numRuns },
  )
})

test('golden: the three formats of one report', () => {
  for (const format of reportFormats) expect(printReport(report, format)).toMatchSnapshot(format)
})

test('default: strict takes warnings as errors', () => {
  expect(strictReport(report).rows.map(({ severity }) => severity)).toEqual(['error', 'error'])
})

test('refuses: words that ask for no such format', () => {
  const problems = {
    source: { path: 'vault.yaml', text: 'a' },
    problems: [{ line: 1, column: 1, message: 'is not a key here' }],
  }
  expect(printReportOfWords(['definition', 'check', 'a'], problems, 'x')).toBeNull()
  expect(printReportOfWords(['definition', 'check', '--format', 'text'], problems, 'x')).toBeNull()
  expect(
    printReportOfWords(['definition', 'check', '--', '--format=github'], problems, 'x'),
  ).toBeNull()
  const line = '::error file=vault.yaml,line=1,col=1::is not a key here [x]\n'
  for (const words of [['--format', 'github'], ['--format=github']]) {
    expect(printReportOfWords(['definition', 'check', ...words], problems, 'x')).toBe(line)
  }
})

function unescaped(text: string): string {
  return text
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')
}
