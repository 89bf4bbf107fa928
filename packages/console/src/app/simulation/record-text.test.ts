import type { SimulationPageCall } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountTextOf, changeTextOf, findCalls } from './record-text.ts'

test('golden: an amount stands in display units beside base units; unknown decimals are no guess', () => {
  expect(amountTextOf('1.5', '1500000')).toEqual({ shown: '1.5', base: '1500000' })
  expect(amountTextOf(null, '1500000')).toEqual({ shown: '1,500,000 base units', base: null })
  expect(amountTextOf(null, null)).toEqual({ shown: '1', base: null })
})

test('golden: a change has its sign', () => {
  expect(['1.5', '-1.5', '0', '0.00'].map(changeTextOf)).toEqual(['+1.5', '-1.5', '0', '0.00'])
})

const callOf = (path: readonly number[], name: string, text: string) =>
  ({
    path,
    function: name,
    target: `0x${'1'.repeat(40)}`,
    target_label: null,
    description: null,
    details: [{ path: 'amount', text }],
    data: '0xabcd',
  }) as unknown as SimulationPageCall
const calls = [
  callOf([0], 'approve', '5 WETH'),
  callOf([1], 'flashLoan', '100 USDC'),
  callOf([1, 0], 'swap', '100 USDC'),
  callOf([1, 10], 'repay', '7 WETH'),
]

test('golden: a search finds words of a call, and keeps the calls that it runs inside', () => {
  expect(findCalls(calls, '').shown).toEqual(calls)
  const { shown, hits } = findCalls(calls, 'weth REPAY')
  expect(hits).toEqual(['1.10'])
  expect(shown.map(({ path }) => path)).toEqual([[1], [1, 10]])
  expect(findCalls(calls, '0xabcd').hits).toHaveLength(4)
})

test('law: more words never find more calls, and every hit is shown in its order', () => {
  const words = fc.array(fc.constantFrom('weth', 'usdc', 'approve', 'swap', '100', 'nothing'))
  fc.assert(
    fc.property(words, fc.constantFrom('weth', 'repay', 'zzz'), (list, more) => {
      const few = findCalls(calls, [...list, more].join(' '))
      const many = findCalls(calls, list.join(' '))
      expect(many.hits).toEqual(expect.arrayContaining([...few.hits]))
      const paths = few.shown.map(({ path }) => path.join('.'))
      expect(paths.filter((path) => few.hits.includes(path))).toEqual(few.hits)
      expect(calls.filter((call) => few.shown.includes(call))).toEqual(few.shown)
    }),
  )
})
