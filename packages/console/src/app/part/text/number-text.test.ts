import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnNumber,
  dollarText,
  groupedNumber,
  percentOf,
  percentText,
  plainText,
  shortNumber,
} from './number-text.ts'

test('golden: exact decimals are shortened, never to a zero that they are not', () => {
  expect(shortNumber('1234567.891', 2)).toBe('1,234,567.89')
  expect(shortNumber('999.995', 2)).toBe('1,000')
  expect(shortNumber('-20017.071281', 4)).toBe('−20,017.0713')
  expect(shortNumber('0.00000123', 2)).toBe('0.000001')
  expect(shortNumber('0', 2)).toBe('0')
  expect(shortNumber('12 monkeys', 2)).toBe('12 monkeys')
})

test('golden: a column has equal decimals, and dollars have their sign in front', () => {
  expect(['30', '4.9609', '-0.00004', '0'].map((text) => columnNumber(text, 4))).toEqual([
    '30.0000',
    '4.9609',
    '−0.00004',
    '0.0000',
  ])
  expect(['1870', '-0.5', 'about 3'].map(dollarText)).toEqual(['$1,870.00', '−$0.50', 'about 3'])
})

test('golden: fractions become percent', () => {
  expect(percentText(0.041507426)).toBe('4.15%')
  expect(percentText(0)).toBe('0.00%')
  expect(percentOf('-0.015748')).toBe('−1.57%')
  expect(percentOf('12')).toBe('1,200.00%')
  expect(percentOf('0.000000001')).toBe('0.0000001%')
  expect(plainText(1e-7)).toBe('0.0000001')
})

test('law: a shortened number is as near as its places allow', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (units) => {
      const text = `${units < 0n ? '-' : ''}${String(units < 0n ? -units : units)
        .padStart(7, '0')
        .replace(/(\d{6})$/, '.$1')}`
      const shown = Number(shortNumber(text, 2).replaceAll(',', '').replace('−', '-'))
      expect(Math.abs(shown - Number(text))).toBeLessThanOrEqual(
        0.005 + Math.abs(Number(text)) * 1e-12,
      )
    }),
  )
})

test('golden: an exact number keeps each digit, with commas and a true minus', () => {
  expect(['-1234567.000100', '+12', '0.5', '999', 'about 3'].map(groupedNumber)).toEqual([
    '−1,234,567.000100',
    '+12',
    '0.5',
    '999',
    'about 3',
  ])
})
