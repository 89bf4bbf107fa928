import { expect, test } from 'vitest'
import { agoText, momentText, unixText } from './moment-text.ts'

test('golden: a moment is written one way, in UTC; what is none stays as it is', () => {
  expect(momentText('2026-11-27T14:05:59.123Z')).toBe('27 Nov 2026 14:05 UTC')
  expect(momentText('2026-02-03T00:00:00+01:00')).toBe('2 Feb 2026 23:00 UTC')
  expect(unixText(0)).toBe('1 Jan 1970 00:00 UTC')
  expect(momentText('soon')).toBe('soon')
})

test('golden: within a day it is said how long ago, before that when', () => {
  const now = Date.parse('2026-01-03T00:00:00Z')
  const ago = (seconds: number) => agoText(new Date(now - seconds * 1_000).toISOString(), now)
  expect([1, 119, 120, 7_199, 7_200, -5].map(ago)).toEqual([
    '1 s ago',
    '119 s ago',
    '2 min ago',
    '119 min ago',
    '2 h ago',
    '0 s ago',
  ])
  expect(ago(86_400)).toBe('2 Jan 2026 00:00 UTC')
})
