import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { annualYieldOf } from './annual-yield.ts'

const day = 86_400n
const runs = { numRuns: runsOf(3) }
const price = fc.bigInt({ min: 10n ** 6n, max: 10n ** 30n })

test('default: a year is what it was', () => {
  expect(annualYieldOf({ from: 1000n, to: 1043n, seconds: 365n * day })).toBe('0.043')
  expect(annualYieldOf({ from: 1043n, to: 1000n, seconds: 365n * day })).toBe(
    '-0.041227229146692234',
  )
})

test('behavior: a seventh root squared and so on is what floating point says, to its last digits', () => {
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: -3000, max: 3000 }),
      fc.bigInt({ min: 1n, max: 400n }),
      (from, bps, days) => {
        const to = (from * BigInt(10_000 + bps)) / 10_000n
        const annualYield = annualYieldOf({ from, to, seconds: days * day })
        const expected = Math.expm1((Math.log(Number(to) / Number(from)) * 365) / Number(days))
        if (annualYield === null) {
          expect(expected).toBeGreaterThan(1e29)
          return
        }
        expect(Math.abs(Number(annualYield) - expected)).toBeLessThanOrEqual(
          // Near -1 a double itself is known to 1.1e-16 only.
          2.5e-16 + Math.abs(1 + expected) * 1e-10,
        )
      },
    ),
    runs,
  )
})

test('behavior: no change is not a yield, and what a half year gives is the square root of a year', () => {
  fc.assert(
    fc.property(price, fc.bigInt({ min: 1n, max: 10n ** 9n }), (from, seconds) => {
      expect(annualYieldOf({ from, to: from, seconds })).toBe('0')
    }),
    runs,
  )
  expect(annualYieldOf({ from: 100n, to: 110n, seconds: (365n * day) / 2n })).toBe('0.21')
})

test('behavior: more at the end is never less a year', () => {
  let comparedCount = 0
  fc.assert(
    fc.property(
      price,
      price,
      price,
      fc.bigInt({ min: day, max: 1000n * day }),
      (from, one, other, seconds) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const low = annualYieldOf({ from, to: less, seconds })
        const high = annualYieldOf({ from, to: more, seconds })
        if (low === null) {
          expect(high).toBeNull()
          return
        }
        if (high === null) return
        comparedCount++
        expect(Number(low)).toBeLessThanOrEqual(Number(high))
      },
    ),
    runs,
  )
  expect(comparedCount).toBeGreaterThan(0)
})

test('error: null where nothing can be said; all lost is -1', () => {
  expect(annualYieldOf({ from: 0n, to: 1n, seconds: day })).toBeNull()
  expect(annualYieldOf({ from: -1n, to: 1n, seconds: day })).toBeNull()
  expect(annualYieldOf({ from: 1n, to: -1n, seconds: day })).toBeNull()
  expect(annualYieldOf({ from: 1n, to: 1n, seconds: 0n })).toBeNull()
  expect(annualYieldOf({ from: 1n, to: 10n ** 30n, seconds: 1n })).toBeNull()
  expect(annualYieldOf({ from: 1n, to: 0n, seconds: day })).toBe('-1')
})
