import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { differencesOf } from './explained.ts'

const runs = { numRuns: runsOf(3) }

test('law: nothing differs from itself, and two values differ exactly when their JSON does', () => {
  const json = fc.jsonValue()
  fc.assert(
    fc.property(json, json, (one, other) => {
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
      expect(differencesOf(plain(one), plain(one))).toEqual([])
      const isSame = sorted(one) === sorted(other)
      expect(differencesOf(plain(one), plain(other)).length === 0).toBe(isSame)
    }),
    runs,
  )
})

test('default: places are named from the top', () => {
  const left = { result: { apy: { value: '1' }, flags: [1, 2] }, same: true }
  const right = { result: { apy: { value: '2' }, flags: [1, 3, 4] }, same: true }
  expect(differencesOf(left, right)).toEqual([
    'result.apy.value',
    'result.flags[1]',
    'result.flags[2]',
  ])
  expect(differencesOf(1, null)).toEqual(['all of it'])
  expect(differencesOf({}, [])).toEqual(['all of it'])
  expect(differencesOf({ a: null }, {})).toEqual(['a'])
})

test('behavior: of many differences the first eight are named', () => {
  const list = Array.from({ length: 20 }, (_, at) => at)
  expect(differencesOf(list, [])).toHaveLength(8)
})

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}
