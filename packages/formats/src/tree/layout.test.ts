import { expect, test } from 'vitest'
import { isLayout, layouts, printTexts } from './layout.ts'

const address = `0x${'1'.repeat(40)}`

test('default', () => {
  expect(layouts.every(isLayout)).toBe(true)
  expect(isLayout('pretty')).toBe(false)
})

test('behavior: prettier keeps what fits into 80 columns, the comma included', () => {
  const place = (size: number, comma: boolean) => ({ depth: 1, lead: ' '.repeat(size), comma })
  const fits = (size: number, comma: boolean) =>
    !printTexts([address], 'prettier-2', place(size, comma)).includes('\n')
  expect([fits(32, false), fits(33, false), fits(31, true), fits(32, true)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('behavior: each layout breaks an array its own way', () => {
  const place = { depth: 1, lead: '"a": ', comma: true }
  expect(layouts.map((layout) => printTexts(['x', 'y'], layout, place))).toEqual([
    '"a": ["x", "y"],',
    '"a": ["x", "y"],',
    '"a": [\n    "x",\n    "y"\n  ],',
    '"a": [\n        "x",\n        "y"\n    ],',
    '"a": ["x","y"],',
  ])
  expect(layouts.map((layout) => printTexts([], layout, place))).toEqual(Array(5).fill('"a": [],'))
})
