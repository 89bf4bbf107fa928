import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTimeOf, logFormatOf } from './log-format.ts'

test('law: a time is read back as it was', () => {
  const moments = fc.integer({ min: 0, max: 4_102_444_800_000 })
  fc.assert(
    fc.property(moments, (ms) => {
      expect(Date.parse(isoTimeOf(ms))).toBe(ms)
    }),
  )
})

test('golden: a level has a name, and a time is ISO-8601', () => {
  const format = logFormatOf('indexer', () => 1_795_000_000_123)
  expect(format.base).toEqual({ process: 'indexer' })
  expect(format.formatters.level('warn')).toEqual({ level: 'warn' })
  expect(format.timestamp()).toBe(',"time":"2026-11-18T11:06:40.123Z"')
})

test('refuses: a moment that no calendar has', () => {
  expect(() => isoTimeOf(Number.NaN)).toThrow(RangeError)
})
