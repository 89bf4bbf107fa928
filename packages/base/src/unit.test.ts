import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printUnits } from './unit.ts'

test('default', () => {
  expect(printUnits(25n * 10n ** 18n, 18)).toBe('25')
  expect(printUnits(-400_000n, 6)).toBe('-0.4')
  expect(printUnits(1n, 18)).toBe('0.000000000000000001')
  expect(printUnits(0n, 6)).toBe('0')
  expect(printUnits(120n, 0)).toBe('120')
})

test('behavior: no digit is lost or added', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 255n), 2n ** 255n), fc.nat(40), (amount, decimals) => {
      const text = printUnits(amount, decimals)
      const [whole = '', fraction = ''] = text.split('.')
      expect(fraction.endsWith('0')).toBe(false)
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
      expect(text.startsWith('-')).toBe(amount < 0n)
    }),
  )
})
