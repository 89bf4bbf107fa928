import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCalls } from './call.ts'
import { amountAt } from './shape.ts'

test('behavior: every amount below 2^256 is read from decimal and hex text, and no other', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), (amount) => {
      expect(amountAt(amount.toString(), 'x')).toBe(amount)
      expect(amountAt(`0x${amount.toString(16)}`, 'x')).toBe(amount)
    }),
  )
  for (const bad of [
    '',
    '-1',
    '1.0',
    '1e3',
    ' 1',
    1.5,
    -1,
    2 ** 53,
    null,
    (1n << 256n).toString(),
    '0x',
  ]) {
    expect(() => amountAt(bad, 'x'), String(bad)).toThrow(
      expect.objectContaining({ code: 'input_shape' }),
    )
  }
})

test('behavior: whatever stands for calls, an error names its place', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      try {
        // What is read is a list of nothing, or of calls: no value drawn at random is one.
        expect(parseCalls(value, 'calls')).toEqual(value)
        expect(value).toEqual([])
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(input_shape|invalid_\w+)$/) })
      }
    }),
  )
})

test('error: LoanNestingError', () => {
  let calls: unknown = []
  for (let depth = 0; depth < 20; depth++) calls = [{ tokens: [], amounts: [], inner: calls }]
  expect(() => parseCalls(calls, 'calls')).toThrow(
    expect.objectContaining({ code: 'loan_nesting' }),
  )
})

test('error: ShapeError also for what nests without end', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  expect(() => parseCalls([deep], 'calls')).toThrow(
    expect.objectContaining({ code: 'input_shape', message: expect.stringContaining('nests') }),
  )
})
