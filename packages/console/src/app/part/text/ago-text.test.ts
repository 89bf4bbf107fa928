import { expect, test } from 'vitest'
import { agoText } from './ago-text.ts'

test('golden: an age is counted in the largest unit that there are two of', () => {
  const now = Date.parse('2026-02-14T12:00:00Z')
  const ages = ['2026-02-14T11:59:59Z', '2026-02-14T11:58:00Z', '2026-02-13T13:00:00Z']
  expect(ages.map((time) => agoText(time, now))).toEqual([
    '1 second ago',
    '2 minutes ago',
    '23 hours ago',
  ])
  expect(agoText('2026-02-14T12:00:09Z', now)).toBe('0 seconds ago')
})
