import { expect, test } from 'vitest'
import { isKnownTag } from './entity-tag.ts'

test('default: one of several tags, weak or strong, or any', () => {
  for (const header of ['"a"', 'W/"a"', '"b", W/"a"', ' * ', ['"b"', '"a"']])
    expect(isKnownTag(header, '"a"')).toBe(true)
})

test('behavior: another tag, part of one, and nothing are none', () => {
  for (const header of [undefined, '', '"b"', 'a', '"a', '"aa"', 'w/"a"', '"a*"'])
    expect(isKnownTag(header, '"a"')).toBe(false)
})
