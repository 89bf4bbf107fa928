import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findPromtool } from '../support/service/promtool.ts'
import { canRun } from '../support/skip-unless.ts'
import { apiCases } from './alert.cases.ts'
import { indexerCases } from './alert-indexer.cases.ts'
import type { AlertCase } from './alert-series.ts'
import { exportedMetrics, metricsIn } from './deployment.ts'

type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

const root = join(import.meta.dirname, '../..')
const files = [
  ['deploy/prometheus/api-alerts.yaml', apiCases],
  ['deploy/prometheus/indexer-alerts.yaml', indexerCases],
] as const
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-alert-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const promtool = await findPromtool()
const hasPromtool = canRun(!('missing' in promtool), 'missing' in promtool ? promtool.missing : '')
const command = 'missing' in promtool ? '' : promtool.command

function rulesOf(file: string): readonly Rule[] {
  const { groups } = parse(readFileSync(join(root, file), 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}

const all = files.flatMap(([file, cases]) =>
  Object.entries(cases).map(([name, one]) => [name, file, one] as const),
)

test('law: every alert has a case, and every case an alert', () => {
  for (const [file, cases] of files)
    expect(rulesOf(file).map(({ alert }) => alert)).toEqual(
      expect.arrayContaining(Object.keys(cases)),
    )
  const alerts = files.flatMap(([file]) => rulesOf(file).map(({ alert }) => alert))
  expect([...alerts].sort()).toEqual(all.map(([name]) => name).sort())
  expect(new Set(alerts).size).toBe(alerts.length)
})

test('law: every metric of an alert is exported, and every alert says how urgent it is', async () => {
  const exported = await exportedMetrics()
  for (const [file] of files) {
    for (const { alert, expr, labels, annotations } of rulesOf(file)) {
      const unknown = metricsIn(expr).filter((name) => !exported.has(name))
      expect([alert, unknown]).toEqual([alert, []])
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/\.$/)
    }
  }
})

test.skipIf(!hasPromtool)('golden: promtool reads both files', () => {
  for (const [file] of files)
    expect(
      execFileSync(command, ['check', 'rules', join(root, file)], { encoding: 'utf8' }),
    ).toMatch(/SUCCESS: \d+ rules found/)
})

test.skipIf(!hasPromtool).each(all)('golden: %s of %s fires, and clears', (name, file, one) => {
  expect(runCase(file, name, one)).toBe('')
})

test.skipIf(!hasPromtool)('refuses: a case in which the alert does not fire', () => {
  const [name, file, firstCase] = all[0]!
  const still = Object.fromEntries(
    Object.keys(firstCase.series).map((series) => [series, '1+0x200']),
  )
  expect(runCase(file, name, { ...firstCase, series: still })).toMatch(/FAILED/)
})

/** Runs a case through promtool. @returns what it says of a failure; empty when all is as expected. */
function runCase(file: string, name: string, { series, labels, ...timing }: AlertCase): string {
  const rule = rulesOf(file).find(({ alert }) => alert === name)!
  const { severity } = rule.labels
  const summary = rule.annotations.summary.replace(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_, label: string) => labels[label] ?? '',
  )
  const alert = { exp_labels: { ...labels, severity }, exp_annotations: { summary } }
  const expected = (minutes: number, alerts: readonly unknown[]) => ({
    eval_time: `${minutes}m`,
    alertname: name,
    exp_alerts: alerts,
  })
  const text = stringify({
    rule_files: [join(root, file)],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
        alert_rule_test: [
          expected(timing.quiet, []),
          expected(timing.fires, [alert]),
          expected(timing.clears, []),
        ],
      },
    ],
  })
  const path = join(folder, `${name}.yaml`)
  writeFileSync(path, text)
  try {
    execFileSync(command, ['test', 'rules', path], { encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    return `${stdout}\n${stderr}`
  }
}
