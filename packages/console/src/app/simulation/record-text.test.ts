import { expect, test } from 'vitest'
import { agoText, amountTextOf, changeTextOf } from './record-text.ts'

test('golden: an amount stands in display units beside base units; unknown decimals are no guess', () => {
  expect(amountTextOf('1.5', '1500000')).toEqual({ shown: '1.5', base: '1500000' })
  expect(amountTextOf(null, '1500000')).toEqual({ shown: '1500000 base units', base: null })
  expect(amountTextOf(null, null)).toEqual({ shown: '1', base: null })
})

test('golden: a change has its sign', () => {
  expect(['1.5', '-1.5', '0', '0.00'].map(changeTextOf)).toEqual(['+1.5', '-1.5', '0', '0.00'])
})

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
