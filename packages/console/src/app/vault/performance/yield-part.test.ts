import type { PerformanceData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { barsOf, yieldTermsOf } from './yield-part.ts'

const served = {
  apy: 0.04,
  global_apy_breakdown: { real_apy: 0.05, maturity_apy: 0, fee: 0.01 },
} as PerformanceData

test('golden: without a receipt the residual is not known, and bars share one zero', () => {
  const terms = yieldTermsOf(served, null)
  expect(terms.map(({ sign, value }) => `${sign}${value.value ?? 'not known'}`)).toEqual([
    '0.05',
    '+0',
    '−0.01',
    '+not known',
    '0.04',
  ])
  const bars = barsOf(terms)
  expect(bars[3]).toBeNull()
  expect(new Set(bars.flatMap((bar) => bar?.zero.toFixed(6) ?? [])).size).toBe(1)
  expect(bars[2]).toMatchObject({ from: 0 })
})

test('default: no bar is drawn to a scale of nothing', () => {
  expect(barsOf([{ name: '', sign: '', value: { value: '0', reason: null } }])).toEqual([
    { from: 0, size: 0, zero: 0 },
  ])
})
