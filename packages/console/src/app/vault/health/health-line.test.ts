import type { IndexStatusData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { healthLinesOf, statusOf } from './health-line.ts'

const status = {
  chain: 'local',
  vault_address: `0x${'A'.repeat(40)}`,
  head_at: '2026-02-13T12:00:00Z',
  head_block_number: 118,
  lag_seconds: 7_200,
  last_day: '2026-02-13',
  missing: {
    days: 9,
    ranges: [
      { from: '2026-01-01', to: '2026-01-03' },
      ...[5, 7, 9, 11, 13].map((day) => ({ from: `2026-01-${day}`, to: `2026-01-${day}` })),
    ],
    more_ranges: 1,
  },
  stale: { days: 0, ranges: [], more_ranges: 0 },
  failure_count: 3,
  parked_count: 2,
  roots_without_tree: 0,
} as unknown as IndexStatusData

test('golden: each line says what is left to do', () => {
  const lines = healthLinesOf(status).map(({ name, text, isOpen }) => [name, text, isOpen])
  expect(lines).toEqual([
    ['last day', '2026-02-13', false],
    ['behind head', '2 h, head 13 Feb 2026 12:00 UTC, block 118', false],
    [
      'missing',
      '9: 2026-01-01 to 2026-01-03, 2026-01-5, 2026-01-7, 2026-01-9, 2026-01-11 and more',
      true,
    ],
    ['stale', 'none', false],
    ['failing', '1', true],
    ['given up', '2', true],
    ['roots without tree', 'none', false],
  ])
})

test('default: without a head nothing is said to be current', () => {
  const unseen = { ...status, head_at: null, lag_seconds: null, last_day: null }
  const [last, behind] = healthLinesOf(unseen)
  expect([last!.isOpen, behind!.isOpen]).toEqual([true, true])
  expect(behind!.text).toMatch(/^not known/)
  expect(statusOf([status], { chain: 'local', address: `0x${'a'.repeat(40)}` })).toBe(status)
  expect(statusOf([status], { chain: 'base', address: status.vault_address })).toBeNull()
})
