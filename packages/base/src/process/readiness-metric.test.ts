import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PartReport, readinessOf } from './readiness.ts'
import { readinessMetrics } from './readiness-metric.ts'

const [overall, byPart, byProblem] = readinessMetrics

test('law: of the three statuses exactly one is 1, and each row has its labels', () => {
  const part = fc.record({
    part: fc.constantFrom('store', 'nodes'),
    status: fc.constantFrom('ready' as const, 'degraded' as const, 'not_ready' as const),
    problems: fc.array(
      fc.record({
        code: fc.constantFrom('a', 'b'),
        message: fc.string(),
        chain: fc.constantFrom(null, 'base'),
        facts: fc.constant({}),
      }),
    ),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), (parts) => {
      const readiness = readinessOf(parts)
      const sum = overall!.rowsOf(readiness).reduce((total, { value }) => total + value, 0)
      expect(sum).toBe(1)
      for (const { labelNames, rowsOf } of readinessMetrics)
        for (const { labels } of rowsOf(readiness)) expect(Object.keys(labels)).toEqual(labelNames)
      const problems = byProblem!.rowsOf(readiness).reduce((total, { value }) => total + value, 0)
      expect(problems).toBe(parts.flatMap((one) => one.problems).length)
    }),
  )
})

test('golden: two nodes of one chain are one row', () => {
  const problem = { code: 'node_away', message: 'away', chain: 'base', facts: {} }
  const nodes: PartReport = { part: 'nodes', status: 'degraded', problems: [problem, problem] }
  const readiness = readinessOf([nodes])
  expect(byPart!.rowsOf(readiness)).toEqual([{ labels: { part: 'nodes' }, value: 0 }])
  expect(byProblem!.rowsOf(readiness)).toEqual([
    { labels: { part: 'nodes', code: 'node_away', chain: 'base' }, value: 2 },
  ])
})

test('refuses: a value for what is not there', () => {
  expect(byProblem!.rowsOf(readinessOf([]))).toEqual([])
})
