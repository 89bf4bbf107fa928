import { expect, test } from 'vitest'
import { apiCases } from './alert.cases.ts'
import { indexerCases } from './alert-indexer.cases.ts'
import { deployText, exportedMetrics, isVariableRead, readVariables } from './deployment.ts'

const page = deployText('README.md')
const alerts = [...Object.keys(apiCases), ...Object.keys(indexerCases)]

/** The text below a heading of the third level, by its name. */
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [
      text.split('\n', 1)[0]!,
      text.split('\n').slice(1).join('\n').split(/^## /m)[0]!,
    ]),
)

test('law: every alert has its section, every section is of an alert, and says what to do', () => {
  expect([...sections.keys()].sort()).toEqual([...alerts].sort())
  for (const [name, text] of sections) {
    expect([name, text.trim().endsWith('.') || text.trim().endsWith(').')]).toEqual([name, true])
    const [, userName] = /\bAs (\w+)/.exec(text) ?? []
    if (userName !== undefined) expect([name, sections.has(userName)]).toEqual([name, true])
  }
})

test('law: every metric that the page names is exported', async () => {
  const exported = await exportedMetrics()
  const rows = page.slice(page.indexOf('| API: metric'), page.indexOf('The metrics of the indexer'))
  const named = [...rows.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => `vaultwright_${name}`),
  )
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((name) => !exported.has(name))).toEqual([])
  // Every metric of the API's own is on the page.
  const variables = [...exported].filter(
    (name) =>
      /^vaultwright_(readiness|part_|request|rate_|address_|overload_|cache_|simulation_|store_)/.test(
        name,
      ) && !/_(bucket|count|sum)$/.test(name),
  )
  expect(variables.filter((name) => !named.includes(name))).toEqual([])
})

test('law: every variable that the page names is read', () => {
  const names = readVariables()
  const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name!)
  const otherNames = new Set(['VAULTWRIGHT_API_KEY', 'MAINET_RPC_URL'])
  const unknown = named.filter((name) => !isVariableRead(name, names) && !otherNames.has(name))
  expect(unknown).toEqual([])
})

test('golden: the codes of parts that the page explains are those that exist', () => {
  const codes = [
    'store_away',
    'not_migrated',
    'migration_mismatch',
    'redis_away',
    'queue_away',
    'wrong_chain',
    'wrong_genesis',
    'node_away',
    'one_node_believed',
    'variable_unknown',
    'node_too_old',
    'older_formula',
    'store_writes_fail',
  ]
  const table = page.slice(page.indexOf('## Is it ready?'), page.indexOf('## The log'))
  const named = [...table.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name!)
  expect([...new Set(named)].sort()).toEqual([...codes].sort())
})

test('refuses: a page without one of the sections', () => {
  expect(sections.has('ApiMadeUp')).toBe(false)
  expect(alerts.every((name) => sections.has(name))).toBe(true)
})
