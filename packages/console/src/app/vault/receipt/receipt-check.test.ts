import { checkDay, checkPerformance, seriesOf } from '@vaultwright/check'
import { snapshotValuesOf, valueDay } from '@vaultwright/valuation'
import { metricsSnapshotOf, navFields } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf, historyOf, vault } from '../../../../../../test/support/service/day-history.ts'
import { holdingTableOf } from '../holding/holding-table.ts'
import { runSeriesCheck } from './check-series.ts'
import { explainDay, explainWeek } from './explained.ts'

const rates = fc.array(fc.bigInt({ min: 10n ** 17n, max: 10n ** 19n }), {
  minLength: 8,
  maxLength: 10,
})

type Json = Record<string, unknown>

/** Every place of a JSON value that holds no further one. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))
}

function changed<Value>(value: Value, path: readonly string[]): Value {
  const copy = structuredClone(value) as Json
  const parent = path.slice(0, -1).reduce<Json>((part, key) => part[key] as Json, copy)
  const key = path.at(-1)!
  const before = parent[key]
  if (typeof before === 'boolean') parent[key] = !before
  // A float that is large enough does not change by one.
  else if (typeof before === 'number') parent[key] = before + 1 === before ? before / 2 : before + 1
  else if (before === null) parent[key] = '1'
  else
    parent[key] = String(before).replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (digit) =>
      digit === '1' ? '2' : '1',
    )
  return copy as Value
}

test('law: what follows from receipts is the same, and the page says so of every day', async () => {
  await fc.assert(
    fc.asyncProperty(rates, async (history) => {
      const { entries, week } = historyOf(history)
      const series = seriesOf(entries)
      const { same, different, open } = await runSeriesCheck(series, vault)
      expect({ same, different, open }).toEqual({ same: entries.length, different: [], open: [] })
      expect(checkPerformance(week, series, vault).check.verdict.answer).toBe('yes')
    }),
    { numRuns: 5 },
  )
})

const judged = (path: readonly string[]) =>
  path[0] !== 'receipt' || path[1] === 'result' || path[2] === 'before'

test('law: one digit of a served value, of a result or of the day before is never the same', () => {
  fc.assert(
    fc.property(rates, fc.nat(), (history, pick) => {
      const { entries } = historyOf(history)
      const entry = entries.at(-1)!
      // A list without entries and a formula's name have laws of their own.
      // Nor does a receipt of growth hold what net assets follow from: the page does not say so either.
      const places = leavesOf(entry).filter(
        (path) => judged(path) && !(String(path[0]) in navFields),
      )
      const lie = changed(entry, places[pick % places.length]!)
      // Another day is another row of the series.
      if (lie.as_of.slice(0, 10) !== entry.as_of.slice(0, 10)) return
      const series = seriesOf([...entries.slice(0, -1), lie])
      expect(checkDay(series.at(-1)!, series.at(-2), vault).verdict.answer).toBe('no')
    }),
  )
})

test('law: one digit of a served performance or of its result is never the same', () => {
  fc.assert(
    fc.property(rates, fc.nat(), (history, pick) => {
      const { entries, week } = historyOf(history)
      const places = leavesOf(week).filter(
        (path) => path[0] !== 'receipt' || path[1] === 'result' || path[2] === 'between',
      )
      const lie = changed(week, places[pick % places.length]!)
      expect(checkPerformance(lie, seriesOf(entries), vault).check.verdict.answer).toBe('no')
    }),
  )
})

const history = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((step) => 10n ** 18n + step * 10n ** 14n)

test('refuses: a receipt of another vault, chain or day', () => {
  const { entries, week } = historyOf(history)
  const series = seriesOf(entries)
  const [before, last] = series.slice(-2)
  const elsewhere = { chain: vault.chain, address: `0x${'1'.repeat(40)}` }
  expect(checkDay(last!, before, elsewhere).verdict.answer).toBe('no')
  expect(checkDay(last!, before, { ...vault, chain: 'base' }).verdict.answer).toBe('no')
  expect(checkPerformance(week, series, elsewhere).check.verdict.answer).toBe('no')
  const moved = { ...last!, day: '2026-03-01' }
  expect(checkDay(moved, before, vault).verdict.answer).toBe('no')
})

test('refuses: a day before that the series does not have, and one that the receipt leaves out', () => {
  const { entries, states } = historyOf(history)
  const gap = seriesOf(entries.filter((_, index) => index !== 6))
  expect(gap.at(-2)!.entry).toBeNull()
  expect(checkDay(gap.at(-1)!, gap.at(-2), vault).verdict.answer).toBe('no')
  const without = seriesOf([
    ...entries.slice(0, -1),
    entryOf({ today: states.at(-1)!, before: null }),
  ])
  expect(checkDay(without.at(-1)!, without.at(-2), vault).verdict.answer).toBe('no')
})

test('default: without a receipt, and for an unknown formula, nothing is said to be the same', () => {
  const { entries } = historyOf(history)
  const last = entries.at(-1)!
  for (const receipt of [null, { ...last.receipt!, formula: 'daily@99' }]) {
    const series = seriesOf([...entries.slice(0, -1), { ...last, receipt }])
    expect(checkDay(series.at(-1)!, series.at(-2), vault).verdict.answer).toBe('open')
  }
  expect(explainDay('2030-01-01', seriesOf(entries), vault).check.verdict.answer).toBe('open')
})

test('refuses: receipts whose inputs have another shape, with the place', () => {
  const { entries, week } = historyOf(history)
  const last = entries.at(-1)!
  const receipt = changed(last.receipt!, ['inputs', 'today', 'day'])
  const shapes = [
    { ...receipt, inputs: {} },
    { ...receipt, inputs: { today: null, before: null } },
  ]
  for (const shape of shapes) {
    const series = seriesOf([...entries.slice(0, -1), { ...last, receipt: shape }])
    const { check } = explainDay(last.as_of.slice(0, 10), series, vault)
    expect(check.verdict.answer).toBe('no')
    expect(check.comparisons[0]!.differences[0]!.place).toMatch(/^inputs/)
  }
  const wrong = { ...week, receipt: last.receipt! }
  expect(explainWeek(wrong, seriesOf(entries), vault).check.verdict.answer).toBe('no')
})

test('golden: positions are computed from what the week read, and compared with the snapshot', () => {
  const { receipt, states } = historyOf(history)
  const last = states.at(-1)!
  const snapshot = metricsSnapshotOf(snapshotValuesOf(last, valueDay(last).result), 50)
  const table = holdingTableOf(snapshot, { week: receipt, day: null })
  expect(table).toMatchObject({
    baseUsd: '2000',
    sum: '2.1',
    totalAssets: '2.0016',
    nav: {
      net_assets: '2.1',
      fees_owed: '0',
      nav_gap: '0.0984',
      flags: [{ flag: 'nav_gap' }, { flag: 'rate_headroom' }],
    },
    unpriced: 0,
    comparison: { differences: [] },
  })
  const lie = { ...snapshot, share_price: '1.0009' }
  expect(holdingTableOf(lie, { week: receipt, day: null }).comparison?.differences).toHaveLength(1)
  expect(holdingTableOf(snapshot, { week: null, day: null })).toMatchObject({
    sum: '2.1',
    comparison: null,
  })
})
