import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../../../test/support/runs.ts'
import { printAmount, printPercent, printYield } from './measured.ts'

const runs = { numRuns: runsOf(3) }
const fraction = fc
  .record({
    units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    places: fc.integer({ min: 0, max: 18 }),
  })
  .map(({ units, places }) => {
    const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
    const whole = digits.slice(0, digits.length - places)
    const part = places === 0 ? '' : `.${digits.slice(digits.length - places)}`
    return { text: `${units < 0n ? '-' : ''}${whole}${part}`, units, places }
  })

test('law: a percentage is the fraction times a hundred, cut to four places', () => {
  fc.assert(
    fc.property(fraction, ({ text, units, places }) => {
      const [whole, part = ''] = printPercent(text).slice(0, -2).split('.')
      const shown = BigInt(`${whole}${part.padEnd(4, '0')}`)
      const exact = (units * 10n ** 6n) / 10n ** BigInt(places)
      expect(shown).toBe(exact)
    }),
    runs,
  )
})

test.each([
  ['0.0155', '1.55 %'],
  ['-0.141152997347849067', '-14.1152 %'],
  ['0', '0 %'],
  ['-0.0000001', '0 %'],
  ['1', '100 %'],
  ['12.5', '1250 %'],
])('default: %s is %s', (text, shown) => {
  expect(printPercent(text)).toBe(shown)
})

test('behavior: an unknown value is printed with its reason, never as a number', () => {
  const reason = 'The accountant is paused.'
  expect(printYield({ value: null, reason })).toBe(`not known: ${reason}`)
  expect(printAmount({ value: null, reason }, 'USDC')).toBe(`not known: ${reason}`)
  expect(printAmount({ value: '1.5', reason: null }, 'USDC')).toBe('1.5 USDC')
})
