import { expect, test } from 'vitest'
import { bars, parts } from './runner/list.ts'
import { sourceOf } from './runner/source.ts'

const names = Object.keys(parts)

test('law: every bar is of a benchmark that is listed', () => {
  expect(Object.keys(bars).filter((name) => !names.includes(name))).toEqual([])
})

test.each(names)('law: %s has a file that gives its full size and its least', (name) => {
  expect(sourceOf(name)).toMatch(/^export const sizes = \{\n {2}full: [\s\S]*?^ {2}tiny: /m)
})
