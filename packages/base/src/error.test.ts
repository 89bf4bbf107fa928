import { expect, test } from 'vitest'
import { BaseError } from './error.ts'

class ExampleError extends BaseError {
  override readonly code = 'example'
  override readonly kind = 'invalid_input'
}

test('default', () => {
  const cause = new TypeError('below')
  const error = new ExampleError({ message: 'No. Do this.', facts: { at: 3 }, cause })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({
    name: 'ExampleError',
    code: 'example',
    message: 'No. Do this.',
    shortMessage: 'No. Do this.',
    facts: { at: 3 },
    retryable: false,
    cause,
  })
})

test('behavior: what is not said is empty, not undefined', () => {
  const error = new ExampleError({ message: 'No.' })
  expect(error.facts).toEqual({})
  expect('cause' in error).toBe(false)
})

test('behavior: facts survive JSON', () => {
  const facts = { value: '0x1', path: ['leafs', 3], none: null, nested: { is: true } }
  const error = new ExampleError({ message: 'No.', facts, retryable: true })
  expect(JSON.parse(JSON.stringify(error.facts))).toEqual(facts)
  expect(error.retryable).toBe(true)
})
