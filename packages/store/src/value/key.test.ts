import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../test/support/runs.ts'
import { hashOf, keyPrefix, makeKey, parseKey } from './key.ts'

test('law: every key that is made can be one, and its hash is its own', () => {
  const keys = Array.from({ length: numRuns }, makeKey)
  expect(keys.filter((key) => !parseKey(key).ok)).toEqual([])
  expect(new Set(keys).size).toBe(numRuns)
  expect(new Set(keys.map((key) => Buffer.from(hashOf(key)).toString('hex'))).size).toBe(numRuns)
  expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([58]))
})

test('law: a key with one character changed is none', () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  fc.assert(
    fc.property(fc.nat(49), fc.constantFrom(...alphabet), (at, digit) => {
      const key = makeKey()
      const place = keyPrefix.length + at
      fc.pre(key[place] !== digit)
      const changed = key.slice(0, place) + digit + key.slice(place + 1)
      expect(parseKey(changed)).toEqual({ ok: false, reasons: ['checksum'] })
    }),
  )
})

test('golden: a key that was made once is one for ever', () => {
  const key = 'vw_live_7xZVWumdR3qhuBuyFy17c9tsG3SmFaaeEzwwtrCmq5BqewbMKj'
  expect(parseKey(key)).toEqual({ ok: true })
})

test('behavior: a refusal says what is wrong with the text', () => {
  const key = makeKey()
  const faultOf = (text: string) => {
    const verdict = parseKey(text)
    return verdict.ok ? null : verdict.reasons[0]
  }
  for (const text of ['', 'x', key.slice(1), `Bearer ${key}`, key.toUpperCase()]) {
    expect(faultOf(text)).toBe('prefix')
  }
  for (const text of ['vw_live_', `${key} `, key.slice(0, -1), `${key}\n`]) {
    expect(faultOf(text)).toBe('length')
  }
  for (const digit of ['0', 'O', 'I', 'l', '-', 'é', '\0']) {
    expect(faultOf(key.slice(0, -1) + digit)).toBe('alphabet')
  }
})
