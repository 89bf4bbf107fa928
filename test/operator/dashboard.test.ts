import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { apiCases } from './alert.cases.ts'
import { indexerCases } from './alert-indexer.cases.ts'
import { deployText, exportedMetrics, metricsIn } from './deployment.ts'

type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: {
    readonly h: number
    readonly w: number
    readonly x: number
    readonly y: number
  }
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[]
}

const whole = { type: 'integer', minimum: 0 } as const
const text = { type: 'string', minLength: 1 } as const
const source = {
  type: 'object',
  required: ['type', 'uid'],
  additionalProperties: false,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana
  properties: { type: { const: 'prometheus' }, uid: { const: '${datasource}' } },
}
/** The schema of a dashboard: Grafana's needs, and nothing that is not used here. */
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['uid', 'title', 'schemaVersion', 'panels', 'templating', 'time'],
  properties: {
    uid: { const: 'vaultwright' },
    title: text,
    tags: { type: 'array', items: text },
    schemaVersion: { type: 'integer', minimum: 36 },
    version: whole,
    editable: { type: 'boolean' },
    timezone: { const: 'utc' },
    refresh: { type: 'string', pattern: '^\\d+[sm]$' },
    time: { type: 'object', required: ['from', 'to'] },
    templating: { type: 'object', required: ['list'] },
    annotations: { type: 'object' },
    links: { type: 'array' },
    panels: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'type', 'title', 'gridPos'],
        properties: {
          id: { type: 'integer', minimum: 1 },
          type: { enum: ['row', 'stat', 'timeseries'] },
          title: text,
          description: { type: 'string', pattern: '\\.$' },
          collapsed: { type: 'boolean' },
          panels: { type: 'array', maxItems: 0 },
          datasource: source,
          options: { type: 'object' },
          gridPos: {
            type: 'object',
            additionalProperties: false,
            required: ['h', 'w', 'x', 'y'],
            properties: {
              h: { type: 'integer', minimum: 1 },
              w: { type: 'integer', minimum: 1, maximum: 24 },
              x: { type: 'integer', minimum: 0, maximum: 23 },
              y: whole,
            },
          },
          fieldConfig: { type: 'object', required: ['defaults', 'overrides'] },
          targets: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['refId', 'expr', 'legendFormat', 'datasource'],
              properties: {
                refId: { type: 'string', pattern: '^[A-Z]$' },
                expr: text,
                legendFormat: text,
                datasource: source,
              },
            },
          },
        },
      },
    },
  },
}

const dashboard = JSON.parse(deployText('grafana/vaultwright.json')) as {
  readonly panels: readonly Panel[]
}
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

test('golden: the dashboard has the shape that Grafana reads', () => {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema)
  validate(dashboard)
  expect(validate.errors ?? []).toEqual([])
  for (const { title, targets, description } of panels) {
    expect([title, (targets ?? []).length > 0, description !== undefined]).toEqual([
      title,
      true,
      true,
    ])
  }
})

test('law: every expression asks for metrics that exist, and for some', async () => {
  const exported = await exportedMetrics()
  for (const { title, targets = [] } of panels) {
    for (const { expr } of targets) {
      const names = metricsIn(expr)
      expect([title, names.length > 0]).toEqual([title, true])
      expect([title, names.filter((name) => !exported.has(name))]).toEqual([title, []])
    }
  }
})

test('law: panels have ids of their own, and none lies on another', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
})

test('behavior: what an alert asks for is on the dashboard', async () => {
  const shown = new Set(
    panels.flatMap(({ targets = [] }) => targets.flatMap((one) => metricsIn(one.expr))),
  )
  const seriesNames = [apiCases, indexerCases].flatMap((cases) =>
    Object.values(cases).flatMap(({ series }) => Object.keys(series).flatMap(metricsIn)),
  )
  // Shown by other means: the parts that are not ready, their problems, and what else tells of a vault.
  const implied = new Set([
    'vaultwright_readiness',
    'vaultwright_index_source_up',
    'vaultwright_index_unseen',
    'vaultwright_index_revisions_total',
    'vaultwright_price_failures_total',
    'vaultwright_rpc_budget',
  ])
  expect(
    [...new Set(seriesNames)].filter((name) => !shown.has(name) && !implied.has(name)),
  ).toEqual([])
})

test('refuses: a panel that asks for a metric that does not exist', async () => {
  const exported = await exportedMetrics()
  expect(
    metricsIn('rate(vaultwright_requests_made_up_total[5m])').every((name) => exported.has(name)),
  ).toBe(false)
})

test('behavior: the names of the jobs are those that the alerts and the dashboard ask for', () => {
  const { scrape_configs: jobs } = parse(deployText('prometheus/scrape.yaml')) as {
    readonly scrape_configs: readonly { readonly job_name: string }[]
  }
  const named = jobs.map(({ job_name: name }) => name)
  const texts = [deployText('grafana/vaultwright.json')].join('')
  const jobNames = [...texts.matchAll(/job=\\"([\w-]+)\\"/g)].map(([, name]) => name!)
  expect([...new Set(jobNames)].sort()).toEqual([...named].sort())
})
