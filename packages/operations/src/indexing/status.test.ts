import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type Gap, gapsOf, type IndexRow, isCurrent, spansOf } from './status.ts'

const runs = { numRuns: runsOf(2) }
const dayAt = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
const place = {
  tenantId: 'tenant_1',
  name: 'Local ETH',
  chain: 'local',
  vault: '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2',
} as const
const whole: IndexRow = {
  ...place,
  isFound: true,
  lastDay: '2026-02-13',
  lagSeconds: 1,
  unknownRoots: 0,
  unknownActiveRoots: 0,
  head: { chain: 'local', number: 120n, atUnix: 1_771_070_400n },
  due: { from: '2026-01-01', to: '2026-02-13' },
  missingDays: [],
  lostDays: [],
  staleDays: [],
  failures: [],
  navGapRelative: null,
  worthBounds: null,
  unlimitedAllowances: null,
  foreignDigests: null,
}
const failure = {
  chain: 'local',
  vault: place.vault,
  kind: 'vault.snapshot',
  day: '2026-01-03',
  attempts: 3,
  code: 'rpc_timeout',
  message: 'The node is slow. Ask another.',
  firstAtUnix: 1n,
  lastAtUnix: 2n,
}

test('law: spans hold every day once, in order, and no two of them could be one', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  const kinds = fc.array(fc.constantFrom('missing', 'stale'), { minLength: 61, maxLength: 61 })
  fc.assert(
    fc.property(days, kinds, (chosen, kindOf) => {
      const gaps = chosen
        .toSorted((one, other) => one - other)
        .map((at): Gap => ({ ...place, day: dayAt(at), kind: kindOf[at] as 'stale', reason: '' }))
      const spans = spansOf(gaps)
      const again = spans.flatMap(({ from, days: count, kind }) =>
        Array.from({ length: count }, (_, at) => {
          const first = (Date.parse(from!) - Date.UTC(2026, 0, 1)) / 86_400_000
          return `${dayAt(first + at)} ${kind}`
        }),
      )
      expect(again).toEqual(gaps.map(({ day, kind }) => `${day} ${kind}`))
      for (const [index, span] of spans.entries()) {
        const next = spans[index + 1]
        if (next === undefined || next.kind !== span.kind) continue
        expect(Date.parse(next.from!) - Date.parse(span.to!)).toBeGreaterThan(86_400_000)
      }
    }),
    runs,
  )
})

test('default: a day has the reason that its last failure gave, else the usual one', () => {
  const row: IndexRow = {
    ...whole,
    missingDays: ['2026-01-02', '2026-01-03'],
    staleDays: ['2026-01-05'],
    failures: [
      { ...failure, state: 'parked', retryAtUnix: null },
      { ...failure, kind: 'vault.daily', code: 'older', state: 'retrying', retryAtUnix: 9n },
    ],
  }
  expect(gapsOf(row).map(({ day, kind, reason }) => [day, kind, reason])).toEqual([
    ['2026-01-02', 'missing', 'It was not read yet.'],
    ['2026-01-03', 'missing', 'The node is slow. Ask another. [rpc_timeout, given up]'],
    ['2026-01-05', 'stale', 'Its values were computed from something else than what is there now.'],
  ])
})

test('behavior: a day that is there and on which work failed is a gap, too', () => {
  const failures = [{ ...failure, state: 'retrying', retryAtUnix: 60n }] as const
  expect(gapsOf({ ...whole, failures })).toMatchObject([{ day: '2026-01-03', kind: 'failed' }])
  expect(gapsOf(whole)).toEqual([])
})

test('behavior: where a chain was not read, the days are not complete', () => {
  expect(gapsOf({ ...whole, head: null })).toMatchObject([{ day: null, kind: 'unseen' }])
  expect(gapsOf({ ...whole, isFound: false })).toMatchObject([{ day: null, kind: 'unseen' }])
})

test('golden: a lost day of a Solana vault is a gap with its reason, and a vault without a day yet has none', () => {
  const fresh = { ...whole, chain: 'solana', head: null, due: null, lastDay: null } as const
  expect([isCurrent(fresh), gapsOf(fresh)]).toEqual([true, []])
  const gaps = gapsOf({ ...fresh, lostDays: ['2026-02-12'] })
  expect(gaps).toMatchObject([{ kind: 'lost', day: '2026-02-12', chain: 'solana' }])
  expect(gaps[0]!.reason).toContain('three hours')
})
