import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupsOf, markOf, noHash, typedHashOf } from './typed-hash.ts'

const hash = `0x${'0123456789abcdef'.repeat(4)}`

test('law: a hash is the same however it is grouped, in upper case and with or without 0x', () => {
  const wide = fc.array(fc.constantFrom('', ' ', '  ', '\n', '\t'), {
    minLength: 64,
    maxLength: 64,
  })
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 64,
    maxLength: 64,
  })
  fc.assert(
    fc.property(digits, wide, fc.boolean(), fc.boolean(), (all, gaps, isUpper, isBare) => {
      const spread = [...all].map((digit, index) => digit + gaps[index]!).join('')
      const text = `${isBare ? '' : '0x'}${isUpper ? spread.toUpperCase() : spread}`
      expect(typedHashOf(text, true)).toMatchObject({ hash: `0x${all}`, problem: null })
      expect(groupsOf(all).join('')).toBe(all)
    }),
  )
})

test('golden: 16 groups of four', () => {
  expect(groupsOf(hash.slice(2)).slice(0, 5)).toEqual(['0123', '4567', '89ab', 'cdef', '0123'])
  expect(groupsOf(hash.slice(2))).toHaveLength(16)
  expect(groupsOf('01234')).toEqual(['0123', '4'])
})

test('refuses: short, long and foreign texts are not a hash, with the reason', () => {
  expect(noHash).toMatchObject({ hash: null, problem: null, digits: '' })
  expect(typedHashOf(hash.slice(0, -1), true)).toMatchObject({ hash: null, problem: null })
  expect(typedHashOf(`${hash}0`, true).problem).toBe(
    'It has 65 digits. The hash of a block has 64.',
  )
  expect(typedHashOf(hash.replace('f', 'g'), true)).toMatchObject({
    hash: null,
    problem: '"g" is not a hex digit. Give 0x and 64 hex digits.',
  })
})

test('law: only a hash from another source proves, and nothing does when the block is not known', () => {
  const [elsewhere, brought] = [typedHashOf(hash, true), typedHashOf(hash, false)]
  expect(markOf(elsewhere, { unknowable: [] })).toBe('proven')
  expect(markOf(brought, { unknowable: [] })).toBe('brought')
  expect(markOf(elsewhere, { unknowable: ['PREVRANDAO'] })).toBe('unknowable')
  expect(markOf(brought, { unknowable: ['PREVRANDAO'] })).toBe('unknowable')
})
