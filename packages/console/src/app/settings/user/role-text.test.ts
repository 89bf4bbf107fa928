import { expect, test } from 'vitest'
import { stopText } from './role-text.ts'

test('golden: what stops when a user is deactivated', () => {
  expect(stopText(3, 2)).toBe('3 keys and 2 sessions stop at once.')
  expect(stopText(1, 0)).toBe('1 key and 0 sessions stop at once.')
  expect(stopText(0, 0)).toMatch(/no active key/)
})
