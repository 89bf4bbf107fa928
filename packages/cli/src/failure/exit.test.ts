import { InvalidParametersError, type ParameterProblem } from '@vaultwright/builder'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exitCodeOf } from './exit.ts'

const loc = ['params', 'to']
const refused: readonly ParameterProblem[] = [
  { loc, msg: 'It is not permitted.', type: 'enum', ctx: { expected: ['0x12'] } },
  { loc, msg: 'These do not go together.', type: 'combination' },
  { loc, msg: 'No leaf permits it.', type: 'calldata_not_permitted' },
  { loc, msg: 'The calldata says 0x12.', type: 'calldata_differs' },
]
const unread: readonly ParameterProblem[] = [
  { loc, msg: 'It is not an address.', type: 'address' },
  { loc, msg: 'It is missing.', type: 'missing' },
  { loc, msg: 'It is none of coins.', type: 'enum' },
]

test('law: what is only not permitted is a no, and anything that cannot be read is bad input', () => {
  const some = (problems: readonly ParameterProblem[], minLength: number) =>
    fc.array(fc.constantFrom(...problems), { minLength, maxLength: 3 })
  fc.assert(
    fc.property(some(refused, 1), some(unread, 0), (no, bad) => {
      expect(exitCodeOf(new InvalidParametersError([...no, ...bad]))).toBe(bad.length === 0 ? 1 : 3)
    }),
  )
})

test('golden: a call and a recipient that are not permitted end alike', () => {
  expect(exitCodeOf(new InvalidParametersError([refused[0]!]))).toBe(1)
  expect(exitCodeOf({ code: 'route_not_permitted', kind: 'not_permitted' })).toBe(1)
})

test('refuses: an error without problems, or of no shape, is not a no', () => {
  expect(exitCodeOf(new InvalidParametersError([]))).toBe(3)
  expect(exitCodeOf({ code: 'invalid_parameters', kind: 'invalid_input' })).toBe(3)
  expect(exitCodeOf(new Error('x'))).toBe(5)
  expect(exitCodeOf(null)).toBe(5)
})
