import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain } from './style.ts'
import { printPairs, printSafely, printTable } from './table.ts'

test('default', () => {
  const columns = [{ title: '#', align: 'right' }, { title: 'name' }, { title: 'note' }] as const
  const rows = [
    ['1', 'one', ''],
    ['10', '₮en', 'x'],
  ]
  expect(printTable(columns, rows, plain).join('')).toBe(' #  name  note\n 1  one\n10  ₮en   x\n')
  expect(
    printPairs(
      [
        ['a', '1'],
        ['long', ''],
      ],
      plain,
    ).join(''),
  ).toBe('a     1\nlong\n')
})

test('behavior: no control character and no turn of writing comes through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printSafely(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    }),
  )
  expect(printSafely('plain ₮ text')).toBe('plain ₮ text')
  expect(printSafely('a\u001b[31m\n\u202e')).toBe('a\\x1b[31m\\x0a\\u{202e}')
})
