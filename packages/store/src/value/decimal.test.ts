import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalDecimal } from './decimal.ts'

const digits = (minLength: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength: 78 })
    .map((list) => list.join(''))

/** The same number as a fraction of 10^80: what a spelling may not change. */
const worthOf = (text: string) => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(80, '0'))
  return text.startsWith('-') ? -size : size
}

test('law: the canonical text is the same number, and canonical already', () => {
  fc.assert(
    fc.property(fc.constantFrom('', '-'), digits(1), digits(0), (sign, whole, fraction) => {
      const text = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
      const canonical = canonicalDecimal('x', text)
      expect(worthOf(canonical)).toBe(worthOf(text))
      expect(canonicalDecimal('x', canonical)).toBe(canonical)
      expect(canonical).toMatch(/^(0|-?(0\.\d*[1-9]|[1-9]\d*(\.\d*[1-9])?))$/)
    }),
  )
})

test('default: zero has no sign, whatever its spelling', () => {
  for (const text of ['0', '-0', '00', '-0.00', '-000.0'])
    expect(canonicalDecimal('x', text)).toBe('0')
})

test('error: InvalidDecimalError for everything that is not a plain decimal', () => {
  const wrong = [
    '',
    '.',
    '-',
    '1.',
    '.1',
    '+1',
    '1e5',
    '1_000',
    '1,0',
    ' 1',
    '1\n',
    '--1',
    'Infinity',
    '٣',
  ]
  for (const text of [...wrong, '1'.repeat(1001), `0.${'1'.repeat(1001)}`]) {
    expect(() => canonicalDecimal('sharePrice', text)).toThrow(
      expect.objectContaining({ code: 'invalid_decimal' }),
    )
  }
})
