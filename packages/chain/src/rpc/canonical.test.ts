import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printCanonical } from './canonical.ts'

test('law: the order of keys makes no difference, and the value is kept', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      expect(printCanonical(turned)).toBe(printCanonical(value))
      expect(JSON.parse(printCanonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('error: DeepAnswerError', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  expect(() => printCanonical(deep)).toThrow(
    expect.objectContaining({ code: 'rpc_answer_too_deep' }),
  )
})
