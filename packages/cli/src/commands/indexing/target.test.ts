import { expect, test } from 'vitest'
import { dayMeant, momentMeant, rangeMeant } from './target.ts'

test('default', () => {
  expect(dayMeant('2024-02-29', '<day>')).toBe('2024-02-29')
  expect(rangeMeant({ from: '2026-01-01', to: undefined })).toEqual({ from: '2026-01-01' })
  expect(momentMeant('1970-01-02', '--as-of')).toBe(86_400n)
  expect(momentMeant('1970-01-01T01:00:00+01:00', '--as-of')).toBe(0n)
})

test.each(['2026-02-31', '2026-2-1', 'yesterday', '', '2025-02-29', '20260101'])(
  'error: UsageError for the day %j',
  (word) => {
    expect(() => dayMeant(word, '--from')).toThrowError(
      expect.objectContaining({ code: 'usage', facts: { option: '--from', value: word } }),
    )
  },
)

test('error: UsageError for a last day before the first', () => {
  expect(() => rangeMeant({ from: '2026-01-02', to: '2026-01-01' })).toThrowError(/after --to/)
})

test.each(['2026-01-01T00:00:00', 'now', '2026-13-01'])(
  'error: UsageError for the moment %j',
  (word) => {
    expect(() => momentMeant(word, '--as-of')).toThrowError(
      expect.objectContaining({ code: 'usage' }),
    )
  },
)
