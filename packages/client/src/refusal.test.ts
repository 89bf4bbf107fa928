import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRetryAfter } from './refusal.ts'

test('default: a date is as many seconds away as the clock says', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 7_000_000_000 }),
      fc.integer({ min: 0, max: 100_000 }),
      (unix, before) => {
        const text = new Date(unix * 1000).toUTCString()
        expect(parseRetryAfter(text, (unix - before) * 1000)).toBe(before)
      },
    ),
  )
})

test.each([
  ['0', 0],
  ['120', 120],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['soon', null],
  ['2026-11-21T12:00:00Z', null],
])('behavior: %j is %j', (text, seconds) => {
  expect(parseRetryAfter(text, 1_000_000)).toBe(seconds)
})
