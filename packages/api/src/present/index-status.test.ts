import type { Address } from '@vaultwright/base'
import { shiftDay } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexStatusOf, listedStatusLimits, wholeStatusLimits } from './index-status.ts'

const dayAt = (at: number) => shiftDay('2026-01-01', at)
const days = fc
  .uniqueArray(fc.nat(400), { maxLength: 300 })
  .map((list) => list.toSorted((one, other) => one - other).map(dayAt))

function statusOf(
  missingDays: readonly string[],
  failures: number,
): Parameters<typeof indexStatusOf>[0] {
  const vault: Address = `0x${'1'.repeat(40)}`
  const failure = {
    chain: 'base',
    vault,
    kind: 'vault.snapshot',
    day: null,
    attempts: 1,
    code: 'x',
    message: 'No.',
  }
  const times = { firstAtUnix: 0n, lastAtUnix: 0n, retryAtUnix: null }
  return {
    chain: 'base',
    tenantId: 'tenant_1',
    vault,
    name: 'A vault',
    isCurrent: false,
    isFound: true,
    head: null,
    due: null,
    lastDay: null,
    lagSeconds: null,
    missingDays,
    lostDays: [],
    staleDays: missingDays,
    failures: Array.from({ length: failures }, (_, at) => ({
      ...failure,
      ...times,
      state: at % 2 === 0 ? 'parked' : 'retrying',
    })),
    unknownRoots: 0,
    unknownActiveRoots: 0,
    navGapRelative: null,
    worthBounds: null,
    unlimitedAllowances: null,
    foreignDigests: null,
  }
}

test('law: ranges hold each day once, none touches the next, and with those left out all are counted', () => {
  fc.assert(
    fc.property(days, fc.nat(60), (missingDays, failures) => {
      const status = statusOf(missingDays, failures)
      const whole = indexStatusOf(status, wholeStatusLimits)
      const { ranges } = whole.missing
      const held = ranges.flatMap(({ from, to }) => {
        const range = [from]
        while (range.at(-1)! < to) range.push(shiftDay(range.at(-1)!, 1))
        return range
      })
      expect(held).toEqual(missingDays)
      expect(whole).toMatchObject({ missing_days: missingDays, stale: whole.missing })
      for (const [index, { from }] of ranges.entries()) {
        if (index > 0) expect(from > shiftDay(ranges[index - 1]!.to, 1)).toBe(true)
      }
      const listed = indexStatusOf(status, listedStatusLimits)
      expect(listed.missing).toEqual({
        days: missingDays.length,
        ranges: ranges.slice(0, 50),
        more_ranges: Math.max(0, ranges.length - 50),
      })
      expect(listed.missing_days).toEqual(missingDays.slice(0, 100))
      expect([listed.failure_count, listed.parked_count]).toEqual([
        failures,
        Math.ceil(failures / 2),
      ])
      expect(listed.failures).toEqual(whole.failures.slice(0, 10))
    }),
  )
})

test('golden: a row of a list has at most 60 kB, however much is wrong with the vault', () => {
  const everySecond = Array.from({ length: 2_000 }, (_, at) => dayAt(2 * at))
  const status = statusOf(everySecond, 2_000)
  const failures = status.failures.map((failure) => ({ ...failure, message: 'x'.repeat(2_000) }))
  const text = JSON.stringify(indexStatusOf({ ...status, failures }, listedStatusLimits))
  expect(text.length).toBeLessThan(60_000)
})
