import { printUnits } from '@vaultwright/base'
import fc from 'fast-check'
import { formatUnits, parseUnits as viemParseUnits } from 'viem'
import { expect, test } from 'vitest'
import { maxAmount, parseUnits, printGrouped, readUnits } from './amount.ts'

const amount = fc.bigInt({ min: 0n, max: maxAmount })
const decimals = fc.integer({ min: 0, max: 36 })

test('default: what is printed reads back as the same amount', () => {
  fc.assert(
    fc.property(amount, decimals, (raw, places) => {
      expect(parseUnits(printUnits(raw, places), places)).toBe(raw)
      expect(parseUnits(printGrouped(raw, places).replaceAll(',', ''), places)).toBe(raw)
    }),
  )
})

test('behavior: viem reads and prints the same', () => {
  fc.assert(
    fc.property(amount, decimals, (raw, places) => {
      expect(printUnits(raw, places)).toBe(formatUnits(raw, places))
      expect(viemParseUnits(printUnits(raw, places), places)).toBe(raw)
    }),
  )
})

test('behavior: a digit that the token has no place for is refused, a zero among them too', () => {
  fc.assert(
    fc.property(amount, decimals, (raw, places) => {
      const [whole, fraction = ''] = printUnits(raw, places).split('.')
      const longer = `${whole}.${fraction.padEnd(places + 1, '0')}`
      expect(readUnits(longer, places)).toMatchObject({ ok: false })
    }),
  )
  expect(readUnits('1.1234567', 6)).toMatchObject({ problem: 'too_many_decimals' })
})

test('behavior: thousands are set apart before the dot alone', () => {
  expect(printGrouped(1_250_000_123_456n, 6)).toBe('1,250,000.123456')
  expect(printGrouped(999n, 0)).toBe('999')
  expect(printGrouped(0n, 18)).toBe('0')
})

test.each(['-1', '+1', '1e3', '1,000', '1_000', '.5', '5.', '', ' 1', '0x10', '1.2.3', 'NaN', '٣'])(
  'error: InvalidAmountError for %j',
  (text) => {
    expect(readUnits(text, 18)).toMatchObject({ ok: false, problem: 'not_decimal' })
    expect(() => parseUnits(text, 18)).toThrow(expect.objectContaining({ code: 'invalid_amount' }))
  },
)

test('error: InvalidAmountError above 256 bits', () => {
  expect(parseUnits(String(maxAmount), 0)).toBe(maxAmount)
  expect(readUnits(String(maxAmount + 1n), 0)).toMatchObject({ problem: 'too_large' })
})
