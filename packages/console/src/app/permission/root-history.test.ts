import type { RootChangeData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfDayMs, periodText, rootAt, rootPeriodsOf, strategistsOf } from './root-history.ts'

const accounts = [
  '0xAa00000000000000000000000000000000000001',
  '0xbB00000000000000000000000000000000000002',
]
const zero = `0x${'0'.repeat(64)}`
const hashOf = (number: number) => (number === 0 ? zero : `0x${String(number).repeat(64)}`)
const timeOf = (block: number) => new Date(Date.UTC(2026, 0, 1, block)).toISOString()

const change = fc
  .record({
    block: fc.integer({ min: 1, max: 40 }),
    log: fc.nat(3),
    root: fc.nat(4),
    strategist: fc.constantFrom(...accounts),
  })
  .map(
    ({ block, log, root, strategist }): RootChangeData => ({
      root_hash: hashOf(root),
      strategist,
      set_at: timeOf(block),
      block_number: block,
      log_index: log,
      set_tx_hash: null,
      leaf_count: null,
      links: { tree: '' },
    }),
  )
const changes = fc.uniqueArray(change, {
  maxLength: 14,
  selector: ({ block_number, log_index }) => `${block_number}.${log_index}`,
})

test('law: the root in force is the one that a walk over all changes ends with', () => {
  fc.assert(
    fc.property(
      changes,
      fc.constantFrom(...accounts),
      fc.integer({ min: 0, max: 42 }),
      (all, strategist, hour) => {
        const moment = Date.UTC(2026, 0, 1, hour)
        let inForce: RootChangeData | null = null
        for (const entry of all) {
          if (entry.strategist !== strategist || Date.parse(entry.set_at!) > moment) continue
          const isLater =
            inForce === null ||
            entry.block_number > inForce.block_number ||
            (entry.block_number === inForce.block_number && entry.log_index > inForce.log_index)
          if (isLater) inForce = entry
        }
        const result = rootAt(rootPeriodsOf(all, strategist.toLowerCase()), moment)
        const root = result.kind === 'root' ? result.period.root : null
        expect(result.kind).not.toBe('unknown')
        expect(root).toBe(inForce === null ? null : (inForce as RootChangeData).root_hash)
      },
    ),
  )
})

test('law: a moment after a change whose time is not known has no answer, unless a later one precedes it', () => {
  fc.assert(
    fc.property(changes, fc.nat(13), fc.integer({ min: 0, max: 42 }), (all, at, hour) => {
      const strategist = accounts[0]!
      const blank = all.map((one, index) => (index === at ? { ...one, set_at: null } : one))
      const periods = rootPeriodsOf(blank, strategist)
      const result = rootAt(periods, Date.UTC(2026, 0, 1, hour))
      const untimed = periods.findIndex(({ from }) => from === null)
      const after = periods.slice(untimed + 1)
      const isCovered = after.some(({ from }) => Date.parse(from!) <= Date.UTC(2026, 0, 1, hour))
      expect(result.kind === 'unknown').toBe(untimed >= 0 && !isCovered)
    }),
  )
})

test('golden: two changes of one block have an order, and the first ends where the second begins', () => {
  const changeAt = (log: number, root: number): RootChangeData => ({
    root_hash: hashOf(root),
    strategist: accounts[0]!,
    set_at: timeOf(3),
    block_number: 3,
    log_index: log,
    set_tx_hash: null,
    leaf_count: root === 1 ? 1234 : null,
    links: { tree: '' },
  })
  const periods = rootPeriodsOf([changeAt(9, 0), changeAt(2, 1)], accounts[0]!)
  expect(periods.map(({ root }) => root)).toEqual([hashOf(1), zero])
  expect(periods.map(periodText)).toEqual([
    '1 Jan 2026 03:00 UTC to 1 Jan 2026 03:00 UTC: 1,234 leaves, replaced in the same block',
    '1 Jan 2026 03:00 UTC: all rights taken away',
  ])
  expect(rootAt(periods, Date.parse(timeOf(3)))).toMatchObject({ kind: 'root', index: 1 })
  expect(rootAt(periods, Date.parse(timeOf(2)))).toEqual({ kind: 'none' })
  expect(strategistsOf([changeAt(1, 1), changeAt(2, 2)])).toEqual([accounts[0]])
})

test('refuses: what is not a day', () => {
  expect(endOfDayMs('2026-01-31')).toBe(Date.UTC(2026, 1, 1) - 1)
  for (const text of ['', '2026-02-30', '2026-1-1', 'yesterday', '2026-01-01T00:00:00Z'])
    expect(endOfDayMs(text)).toBeNull()
})
