import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonDifferencesOf } from './json-difference.ts'

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)

test('law: two JSON values differ in a place if and only if they are not equal', () => {
  fc.assert(
    fc.property(json, json, (left, right) => {
      expect(jsonDifferencesOf(left, structuredClone(left))).toEqual([])
      if (jsonDifferencesOf(left, right).length === 0) expect(left).toEqual(right)
      else expect(left).not.toEqual(right)
    }),
  )
})

test('golden: each place has its path and both values', () => {
  const left = { list: [1, { a: 'x' }], only: null }
  expect(jsonDifferencesOf(left, { list: [1, { a: 'y' }] })).toEqual([
    { place: 'list[1].a', left: 'x', right: 'y' },
    { place: 'only', left: null, right: undefined },
  ])
  expect(jsonDifferencesOf(1, '1')).toEqual([{ place: 'all of it', left: 1, right: '1' }])
})
