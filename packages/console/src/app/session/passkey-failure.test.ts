import { expect, test } from 'vitest'
import { passkeySentenceOf } from './passkey-failure.ts'

test('golden: what a browser says of a passkey is a sentence', () => {
  const closed = Object.assign(new Error('x'), { name: 'NotAllowedError' })
  expect(passkeySentenceOf(closed)).toContain('Try again.')
  const twice = Object.assign(new Error('x'), { name: 'InvalidStateError' })
  expect(passkeySentenceOf(twice)).toContain('already')
})

test('refuses: errors of others are left alone', () => {
  for (const error of [null, undefined, 'x', new Error('x')]) {
    expect(passkeySentenceOf(error)).toBeNull()
  }
})
