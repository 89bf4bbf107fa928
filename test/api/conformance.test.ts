import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRules } from './conformance/conformance-access.ts'
import { buildRules } from './conformance/conformance-build.ts'
import { dataRules } from './conformance/conformance-data.ts'
import { failureRules } from './conformance/conformance-failure.ts'
import { fieldTables, logShape, unknownFieldsOf } from './conformance/conformance-field.ts'
import { limitRules } from './conformance/conformance-limit.ts'
import { listRules } from './conformance/conformance-list.ts'
import { type Sample, samplings } from './conformance/conformance-sample.ts'
import { stateRules } from './conformance/conformance-state.ts'
import { type DemoWorld, openDemoWorld } from './support/demo-world.ts'

/**
 * The interface, row by row: the name of each test begins with its section. Every answer is compared
 * with the OpenAPI document besides, by the harness.
 */
let world: DemoWorld
const sampleCache = new Map<string, Promise<readonly Sample[]>>()

beforeAll(async () => {
  world = await openDemoWorld()
})
afterAll(() => world.close())

function samplesOf(name: keyof typeof samplings): Promise<readonly Sample[]> {
  const sampling = sampleCache.get(name) ?? samplings[name](world)
  sampleCache.set(name, sampling)
  return sampling
}

describe.each(fieldTables)('$section', (table) => {
  test.each(table.rows)(`${table.section} $name`, async ({ name, is, when, isFree }) => {
    const samples = await samplesOf(table.of)
    const present = samples.filter(({ value }) => Object.hasOwn(value, name))
    expect(present.length, 'no answer has it').toBeGreaterThan(0)
    for (const { value } of present) expect(value[name], JSON.stringify(value)).toSatisfy(is)
    if (isFree === true) return
    const expected = when === undefined ? samples : samples.filter(when)
    expect(present).toEqual(expected)
  })

  test(`${table.section} has no other field`, async () => {
    for (const sample of await samplesOf(table.of))
      expect(unknownFieldsOf(table, sample)).toEqual([])
  })
})

test('2.5 simulation_logs holds logs as the node gives them', async () => {
  const logs = (await samplesOf('execute')).flatMap(({ value }) => value.simulation_logs ?? [])
  expect(logs.length).toBeGreaterThan(0)
  for (const log of logs as readonly unknown[]) expect(log).toSatisfy(logShape)
})

test('2.5 action_api_response has warnings with verbose, and only then', async () => {
  for (const { value, verbose } of await samplesOf('execute')) {
    const report = value.action_api_response as object
    expect(Object.hasOwn(report, 'warnings')).toBe(verbose)
  }
})

const rules = [
  ...stateRules,
  ...buildRules,
  ...dataRules,
  ...listRules,
  ...accessRules,
  ...failureRules,
  ...limitRules,
].toSorted((one, other) => one.section.localeCompare(other.section, 'en', { numeric: true }))

test.each(rules)('$section $name', ({ check }) => check(world))

test('default: every section of the interface has a row', () => {
  const sections = new Set([...fieldTables, ...rules].map(({ section }) => section.split(' ')[0]))
  const numbered = (part: number, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `${part}.${from + at}`)
  const expected = ['3', '8', ...numbered(2, 1, 15), ...numbered(4, 2, 15), ...numbered(7, 1, 2)]
  const more = ['5.1', '5.2', '5.3', '5.5', '5.6', '5.7', ...numbered(9, 1, 5)]
  expect([...expected, ...more].filter((section) => !sections.has(section))).toEqual([])
})
