import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { escapeInvisible } from './escape-invisible.ts'

const runs = { numRuns: runsOf(2) }

test('default: nothing is left that cannot be seen or turns the writing, and all else stays', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\0', '\n', '\u001b', '\u0085', '\u061c', '\u202e', '\u2066'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
  })
  fc.assert(
    fc.property(text, (given) => {
      const shown = escapeInvisible(given)
      expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      expect(escapeInvisible(shown)).toBe(shown)
      if (!/[\p{Cc}\p{Bidi_Control}]/u.test(given)) expect(shown).toBe(given)
    }),
    runs,
  )
})

test('behavior: each is named by its number', () => {
  expect(escapeInvisible('a\u001b[31m\n\u202e')).toBe('a\\x1b[31m\\x0a\\u{202e}')
})
