import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { escapeForeign, escapeInvisible } from './escape-invisible.ts'

const runs = { numRuns: runsOf(2) }

test('default: nothing is left that cannot be seen or turns the writing, and all else stays', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '\0',
        '\n',
        '\u001b',
        '\u0085',
        '\u061c',
        '\u202e',
        '\u2066',
        '\u200b',
        '\u2028',
        '\u00a0',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
  })
  fc.assert(
    fc.property(text, (given) => {
      const shown = escapeInvisible(given)
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u)
      expect(escapeForeign(given)).toMatch(/^[\x20-\x7e]*$/)
      expect(escapeInvisible(shown)).toBe(shown)
      if (/^[\x20-\x7e]*$/.test(given))
        expect([shown, escapeForeign(given)]).toEqual([given, given])
    }),
    runs,
  )
})

test('behavior: each is named by its number', () => {
  expect(escapeInvisible('a\u001b[31m\n\u202e')).toBe('a\\x1b[31m\\x0a\\u{202e}')
  expect(escapeInvisible('U\u200bSDC\u2028\u00a0₮')).toBe('U\\u{200b}SDC\\u{2028}\\xa0₮')
  expect(escapeForeign('UЅDС\u00a0')).toBe('U\\u{405}D\\u{421}\\xa0')
})
