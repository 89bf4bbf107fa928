import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDeviations, deviationsOf } from './deviation.ts'

test('default', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), fc.nat(4), (value, one, other) => {
      const text = JSON.stringify(value, null, one)
      const printed = JSON.stringify(value, null, other)
      const deviations = deviationsOf(text, printed)
      expect(deviations).not.toBe(null)
      expect(applyDeviations(printed, deviations!)).toBe(text)
    }),
  )
})

test('behavior: escapes are spelling, values are not', () => {
  expect(deviationsOf('["\\u0061"]', '["a"]')).toEqual([[3, '"\\u0061"']])
  expect(deviationsOf('["b"]', '["a"]')).toBe(null)
  expect(deviationsOf('[1.0]', '[1]')).toBe(null)
  expect(deviationsOf('[1]', '[1,1]')).toBe(null)
})

test('error: InvalidDeviationError', () => {
  const error = expect.objectContaining({ code: 'invalid_deviation' })
  expect(() => applyDeviations('["a"]', [[3, '"b"']])).toThrowError(error)
  expect(() => applyDeviations('["a"]', [[2, 'x']])).toThrowError(error)
  expect(() => applyDeviations('["a"]', [[99, ' ']])).toThrowError(error)
  expect(() =>
    applyDeviations('["a"]', [
      [2, ' '],
      [2, ' '],
    ]),
  ).toThrowError(error)
})
