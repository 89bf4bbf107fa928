import type { Finding } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupFindings, orderFindings, slotsOfFinding } from './finding-group.ts'

const finding = fc.record({
  code: fc.constantFrom('drone', 'gap', 'recipient'),
  severity: fc.constantFrom('error' as const, 'warning' as const, 'info' as const),
  leaf: fc.option(fc.nat(20)),
  message: fc.string(),
  facts: fc.constant({}),
})

test('law: ordering and grouping keep every finding once, the worst first', () => {
  fc.assert(
    fc.property(fc.array(finding), (findings: readonly Finding[]) => {
      const ordered = orderFindings(findings)
      expect(new Set(ordered)).toEqual(new Set(findings))
      const groups = groupFindings(ordered)
      expect(groups.flatMap((group) => group.findings)).toEqual(ordered)
      const keys = groups.map(({ severity, code }) => `${severity} ${code}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const group of groups) expect(ordered[group.first - 1]).toBe(group.findings[0])
      const ranks = ordered.map(({ severity }) => ['error', 'warning', 'info'].indexOf(severity))
      expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
    }),
  )
})

test('golden: a finding leads to all of its slots, or to its leaf', () => {
  const base = { code: 'a', severity: 'info', message: '', facts: {} } as const
  expect(slotsOfFinding({ ...base, leaf: 3 })).toEqual([3])
  expect(slotsOfFinding({ ...base, leaf: 3, facts: { positions: [9, 3] } })).toEqual([3, 9])
  expect(slotsOfFinding({ ...base, leaf: null })).toEqual([])
})
