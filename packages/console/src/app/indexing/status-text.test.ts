import { expect, test } from 'vitest'
import { behindText, replacedValuesOf, unseenText } from './status-text.ts'

const none = { days: 0, ranges: [], more_ranges: 0 }
const status = {
  chain: 'base',
  vault_address: '0x',
  name: '',
  is_current: true,
  is_found: true,
  head_block_number: 1,
  head_at: '2026-01-06T12:00:00Z',
  due_from: null,
  due_to: null,
  last_day: null,
  missing: none,
  lost: none,
  stale: none,
  missing_days: [],
  lost_days: [],
  stale_days: [],
  failure_count: 0,
  parked_count: 0,
  failures: [],
  roots_without_tree: 0,
  active_roots_without_tree: 0,
}

test('golden: how far behind is said in minutes, hours and days, and unknown is never zero', () => {
  const texts = [0, 3_599, 3_600, 172_799, 172_800].map((lag_seconds) =>
    behindText({ ...status, lag_seconds }),
  )
  expect(texts).toEqual(['0 min', '59 min', '1 h', '47 h', '2 d'])
  expect(behindText({ ...status, lag_seconds: null })).toBeNull()
  expect(unseenText({ ...status, lag_seconds: null })).toBeNull()
  expect(unseenText({ ...status, lag_seconds: null, head_at: null })).toContain('not scanned')
  expect(unseenText({ ...status, lag_seconds: null, is_found: false })).toContain('not looked up')
})

test('golden: a replaced value stands beside what took its place, revision by revision', () => {
  const revision = { since: null, until: '2026-01-02T00:00:00Z', reason: 'Price.' }
  const values = (share_price: string, tvl_usd: string | null) => ({ share_price, tvl_usd })
  const day = {
    day: '2026-01-01',
    revisions: [
      { ...revision, kind: 'daily', number: 0, values: values('1', null) },
      { ...revision, kind: 'daily', number: 1, values: values('1', '5') },
      { ...revision, kind: 'reading', number: 0, values: {} },
    ],
    current: { daily: values('2', '5') },
  }
  const rows = replacedValuesOf(day).map(({ name, before, after }) => [name, before, after])
  expect(rows).toEqual([
    ['tvl_usd', null, '5'],
    ['share_price', '1', '2'],
  ])
})
