import { createCipheriv, createHmac, hash } from 'node:crypto'
import fc from 'fast-check'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type CursorBinding, printCursor, readCursor } from './listing.ts'

const runs = { numRuns: runsOf(2) }
const sortKeySchema = Type.Tuple([Type.String(), Type.Boolean()])
const places = fc.tuple(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean())
const bindings: fc.Arbitrary<CursorBinding> = fc.record({
  operation: fc.constantFrom('listVaults', 'listRoots', 'listDailyData'),
  tenantId: fc.string({ maxLength: 40 }),
  asked: fc.array(fc.oneof(fc.string({ maxLength: 50 }), fc.integer(), fc.constant(null)), {
    maxLength: 5,
  }),
})
const binding: CursorBinding = { operation: 'listRoots', tenantId: 'tenant_1', asked: ['a', 20] }
const refused = expect.objectContaining({
  code: 'request_invalid',
  entries: [expect.objectContaining({ loc: ['query', 'cursor'], type: 'cursor_invalid' })],
})
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('default: what was printed is read, in the same list', () => {
  fc.assert(
    fc.property(bindings, places, (list, one) => {
      const text = printCursor(list, one)
      expect(text).toMatch(/^[\w-]+$/)
      expect(readCursor(list, sortKeySchema, text)).toEqual(one)
    }),
    runs,
  )
})

test('law: a cursor is what the library makes of the same keys, of any length', () => {
  const keys = fc.oneof(bindings, fc.constant({ ...binding, tenantId: 'x'.repeat(70) }))
  fc.assert(
    fc.property(keys, places, (list, one) => {
      const { operation, tenantId, asked: values } = list
      const payload = JSON.stringify(one)
      const text = JSON.stringify([operation, ...values])
      const mac = createHmac('sha256', `vaultwright cursor\n${tenantId}`)
        .update(`v1${text.length}\n${text}${payload}`)
        .digest()
        .subarray(0, 16)
      const key = hash('sha256', `vaultwright cursor place\n${tenantId}`, 'buffer')
      const place = createCipheriv('aes-256-ctr', key, mac).update(payload)
      const expected = Buffer.concat([Buffer.from('v1'), mac, place]).toString('base64url')
      expect(printCursor(list, one)).toBe(expected)
    }),
    runs,
  )
})

test('error: RequestInvalidError for every change of one character', () => {
  let changedCount = 0
  fc.assert(
    fc.property(
      bindings,
      places,
      fc.nat(),
      fc.integer({ min: 1, max: 63 }),
      (list, one, at, by) => {
        const text = printCursor(list, one)
        const index = at % text.length
        const changedLetter = alphabet[(alphabet.indexOf(text[index]!) + by) % 64]!
        for (const changed of [
          text.slice(0, index) + changedLetter + text.slice(index + 1),
          text.slice(0, index) + text.slice(index + 1),
          text.slice(0, index) + changedLetter + text.slice(index),
          text.slice(0, index),
          text + changedLetter,
          `${text}=`,
          ` ${text}`,
        ]) {
          if (changed === text) continue
          changedCount++
          expect(() => readCursor(list, sortKeySchema, changed), changed).toThrow(refused)
        }
      },
    ),
    runs,
  )
  expect(changedCount).toBeGreaterThan(0)
})

test('error: RequestInvalidError for each character of one cursor, in every other spelling', () => {
  let spelledCount = 0
  const text = printCursor(binding, ['0xabc', true])
  for (let index = 0; index < text.length; index++) {
    for (const letter of alphabet) {
      if (letter === text[index]) continue
      spelledCount++
      const changed = text.slice(0, index) + letter + text.slice(index + 1)
      expect(() => readCursor(binding, sortKeySchema, changed), changed).toThrow(refused)
    }
  }
  expect(spelledCount).toBeGreaterThan(1_000)
})

test('error: RequestInvalidError for bytes that read as the same letters', () => {
  // The place is a letter of three bytes; without the last of them it reads as that very letter.
  const bytes = Buffer.from(printCursor(binding, ['\ufffd', true]), 'base64url')
  const offset = 18 + Buffer.from('["').length
  const without = Buffer.concat([bytes.subarray(0, offset + 2), bytes.subarray(offset + 3)])
  for (const changed of [without, ...[0, 1, 2].map((place) => flipped(bytes, offset + place))]) {
    expect(() => readCursor(binding, sortKeySchema, changed.toString('base64url'))).toThrow(refused)
  }
})

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at]! ^= 0x40
  return changed
}

test('error: RequestInvalidError in any other list', () => {
  fc.assert(
    fc.property(bindings, bindings, places, (list, other, one) => {
      fc.pre(JSON.stringify(list) !== JSON.stringify(other))
      expect(() => readCursor(other, sortKeySchema, printCursor(list, one))).toThrow(refused)
    }),
    runs,
  )
})

test.each<[string, Partial<CursorBinding>]>([
  ['operation', { operation: 'listVaults' }],
  ['tenant', { tenantId: 'tenant_2' }],
  ['page size', { asked: ['a', 21] }],
  ['path', { asked: ['b', 20] }],
  ['type of a value', { asked: ['a', '20'] }],
  ['number of values', { asked: ['a', 20, null] }],
])('error: RequestInvalidError with another %s', (_, other) => {
  const text = printCursor(binding, ['x', true])
  expect(() => readCursor({ ...binding, ...other }, sortKeySchema, text)).toThrow(refused)
})

test('error: RequestInvalidError for another version', () => {
  const bytes = Buffer.from(printCursor(binding, ['x', true]), 'base64url')
  bytes.write('v2')
  expect(() => readCursor(binding, sortKeySchema, bytes.toString('base64url'))).toThrow(refused)
})

test('error: RequestInvalidError for a place of another shape, which our own key signed', () => {
  expect(() => readCursor(binding, sortKeySchema, printCursor(binding, [1, true]))).toThrow(refused)
})

test('error: RequestInvalidError and nothing else for any text', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.constant('djE'))
  fc.assert(
    fc.property(texts, (text) => {
      expect(() => readCursor(binding, sortKeySchema, text)).toThrow(refused)
    }),
    runs,
  )
})
