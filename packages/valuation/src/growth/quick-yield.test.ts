import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { annualYieldOf, fullYieldOf } from './annual-yield.ts'
import { quickYieldOf } from './quick-yield.ts'

const day = 86_400n
const runs = { numRuns: runsOf(10) }

test('law: what few places say is what all places say, digit by digit', () => {
  let decided = 0
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 6n, max: 10n ** 40n }),
      fc.integer({ min: -400_000, max: 400_000 }),
      fc.bigInt({ min: 1n, max: 400n * day }),
      (from, millionths, seconds) => {
        const to = (from * BigInt(1_000_000 + millionths)) / 1_000_000n
        if (to === from) return
        const quick = quickYieldOf({ from, to, seconds })
        const full = fullYieldOf({ from, to, seconds })
        if (quick === null) return
        decided++
        expect(quick).toBe(full)
      },
    ),
    runs,
  )
  expect(decided).toBeGreaterThan(runs.numRuns / 10)
})

// Python's decimal with 80 places says so: `(to / from) ** (year / seconds) - 1`, rounded half up.
test.each([
  [1_000_000n, 1_000_800n, 7n * day, '0.042579164412120287'],
  [1_000_000n, 999_300n, day, '-0.225540154947197539'],
  [1_200_000n, 1_234_567n, 7n * day, '3.396424859095952102'],
])('golden: from %d to %d in %d seconds', (from, to, seconds, wanted) => {
  expect(quickYieldOf({ from, to, seconds })).toBe(wanted)
})

test('refuses: what these places leave open, and what would multiply their error', () => {
  const year = 365n * day
  // Half a unit of the last printed place: any error decides it.
  const tie = { from: 2n * 10n ** 18n, to: 2n * 10n ** 18n + 1n, seconds: year }
  expect(quickYieldOf(tie)).toBeNull()
  expect(annualYieldOf(tie)).toBe(fullYieldOf(tie))
  expect(quickYieldOf({ from: 100n, to: 200n, seconds: year })).toBeNull()
  expect(quickYieldOf({ from: 200n, to: 100n, seconds: year })).toBeNull()
  expect(quickYieldOf({ from: 10n ** 9n, to: 10n ** 9n + 1n, seconds: 3_599n })).toBeNull()
  expect(quickYieldOf({ from: 100n, to: 140n, seconds: day })).toBeNull()
})
