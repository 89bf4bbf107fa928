import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productOf, sumOf } from './exact.ts'

test('law: sums and products of whole numbers are exact', () => {
  const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
  fc.assert(
    fc.property(units, units, (left, right) => {
      expect(sumOf([String(left), String(right)])).toBe(String(left + right))
      expect(productOf(String(left), String(right))).toBe(String(left * right))
    }),
  )
})

test('golden: decimals of different length', () => {
  expect(sumOf(['1.5', '-0.25', '10'])).toBe('11.25')
  expect(sumOf([])).toBe('0')
  expect(productOf('-20017.071281', '0.0005')).toBe('-10.0085356405')
})
