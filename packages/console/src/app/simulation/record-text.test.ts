import { expect, test } from 'vitest'
import { amountTextOf, changeTextOf } from './record-text.ts'

test('golden: an amount stands in display units beside base units; unknown decimals are no guess', () => {
  expect(amountTextOf('1.5', '1500000')).toEqual({ shown: '1.5', base: '1500000' })
  expect(amountTextOf(null, '1500000')).toEqual({ shown: '1,500,000 base units', base: null })
  expect(amountTextOf(null, null)).toEqual({ shown: '1', base: null })
})

test('golden: a change has its sign', () => {
  expect(['1.5', '-1.5', '0', '0.00'].map(changeTextOf)).toEqual(['+1.5', '-1.5', '0', '0.00'])
})
