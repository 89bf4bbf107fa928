import { printUnits } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { annualYieldOf } from '../growth/annual-yield.ts'
import { annualRateOf } from '../growth/growth-yield.ts'
import { parseRatio, printProduct, printRounded, printTruncated, unitsOf } from './ratio.ts'

const runs = { numRuns: runsOf(3) }
const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })

test('default: cut toward zero, rounded half away from zero', () => {
  expect(printTruncated({ above: -2n, below: 3n }, 4)).toBe('-0.6666')
  expect(printRounded({ above: -2n, below: 3n }, 4)).toBe('-0.6667')
  expect(printRounded({ above: 1n, below: 2n }, 0)).toBe('1')
  expect(printRounded({ above: -1n, below: 2n }, 0)).toBe('-1')
  expect(printRounded({ above: -1n, below: 3n }, 0)).toBe('0')
  expect(printProduct('-1.50', '0.02')).toBe('-0.03')
})

test('behavior: what is read is what was printed, and no digit is lost in a product', () => {
  fc.assert(
    fc.property(units, units, fc.nat(24), fc.nat(24), (one, other, left, right) => {
      const [first, second] = [printUnits(one, left), printUnits(other, right)]
      expect(printTruncated(parseRatio(first), left)).toBe(first)
      expect(unitsOf(first, left)).toBe(one)
      expect(printProduct(first, second)).toBe(printUnits(one * other, left + right))
    }),
    runs,
  )
})

test('behavior: rounding is never further off than half a place', () => {
  fc.assert(
    fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 30n }), (above, below) => {
      const rounded = unitsOf(printRounded({ above, below }, 6), 6)
      const off = rounded * below - above * 10n ** 6n
      expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(below)
    }),
    runs,
  )
})

test('default: a rate of a year is its growth, of a day 365 times', () => {
  const year = 365n * 86_400n
  expect(annualRateOf({ from: 1000n, to: 1043n, seconds: year })).toBe('0.043')
  expect(annualRateOf({ from: 1000n, to: 999n, seconds: 86_400n })).toBe('-0.365')
  expect(annualRateOf({ from: 1000n, to: 0n, seconds: year })).toBe('-1')
})

test('behavior: rate and yield agree in sign, and the yield of less than a year is not below the rate', () => {
  let annualCount = 0
  const price = fc.bigInt({ min: 10n ** 6n, max: 10n ** 24n })
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: -900, max: 900 }),
      fc.bigInt(1n, 365n),
      (from, bps, days) => {
        const growth = {
          from,
          to: (from * BigInt(10_000 + bps)) / 10_000n,
          seconds: days * 86_400n,
        }
        const [rate, annual] = [annualRateOf(growth)!, annualYieldOf(growth)]
        if (annual === null) return
        annualCount++
        expect(Math.sign(Number(annual))).toBe(Math.sign(Number(rate)))
        expect(unitsOf(annual, 18) - unitsOf(rate, 18)).toBeGreaterThanOrEqual(-1n)
      },
    ),
    runs,
  )
  expect(annualCount).toBeGreaterThan(0)
})

test('error: null where nothing can be said', () => {
  expect(annualRateOf({ from: 0n, to: 1n, seconds: 1n })).toBeNull()
  expect(annualRateOf({ from: 1n, to: -1n, seconds: 1n })).toBeNull()
  expect(annualRateOf({ from: 1n, to: 1n, seconds: 0n })).toBeNull()
})
