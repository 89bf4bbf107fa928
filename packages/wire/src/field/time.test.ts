import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { printTime, printTimeOrNull } from './time.ts'

const runs = { numRuns: runsOf(10) }

test('default: every second of the years 0 to 9999 prints as the runtime prints it', () => {
  const first = Date.parse('0000-01-01T00:00:00Z') / 1000
  const last = Date.parse('9999-12-31T23:59:59Z') / 1000
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (unix) => {
      const expected = new Date(unix * 1000).toISOString().replace('.000Z', 'Z')
      expect(printTime(BigInt(unix))).toBe(expected)
    }),
    runs,
  )
})

test.each([
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2000-02-29T12:00:00Z',
  '2100-02-28T23:59:59Z',
  '2100-03-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
])('behavior: %s comes back', (text) => {
  expect(printTime(BigInt(Date.parse(text) / 1000))).toBe(text)
})

test('behavior: what is not known stays unknown', () => {
  expect(printTimeOrNull(null)).toBeNull()
  expect(printTimeOrNull(0n)).toBe('1970-01-01T00:00:00Z')
})
