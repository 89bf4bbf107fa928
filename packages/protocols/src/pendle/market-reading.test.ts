import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ptRateOf } from './market-reading.ts'

const wad = 10n ** 18n
const year = 365n * 86_400n

test('default: a PT of a year at ln 1.25 costs 0.8', () => {
  expect(Number(ptRateOf(223_143_551_314_209_755n, year))).toBeCloseTo(8e17, -2)
})

test('behavior: at expiry it is one, after it too, and a rate of nothing costs nothing', () => {
  expect([ptRateOf(wad, 0n), ptRateOf(wad, -5n), ptRateOf(0n, year)]).toEqual([wad, wad, wad])
  expect(ptRateOf(1000n * wad, year)).toBe(0n)
})

test('law: it is e to the power of less rate times time, to fifteen digits', () => {
  const rate = fc.bigInt({ min: 1n, max: 5n * wad })
  fc.assert(
    fc.property(rate, fc.bigInt({ min: 1n, max: 4n * year }), (lnRate, seconds) => {
      const expected = Math.exp((-Number(lnRate) / 1e18) * (Number(seconds) / Number(year)))
      expect(Math.abs(Number(ptRateOf(lnRate, seconds)) / 1e18 - expected)).toBeLessThan(1e-15)
    }),
  )
})
