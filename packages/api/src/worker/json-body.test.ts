import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { faultOfJson, isExact, maxDepth } from '../body/json-guard.ts'
import { RequestInvalidError } from '../request/request-check.ts'
import { parseBody } from './json-body.ts'

const runs = { numRuns: runsOf(3) }
const bytesOf = (text: string) => new TextEncoder().encode(text)

function refusal(text: string | Uint8Array) {
  try {
    parseBody(typeof text === 'string' ? bytesOf(text) : text)
  } catch (error) {
    if (error instanceof RequestInvalidError) return error.entries[0]!
    throw error
  }
  throw new Error(`accepted ${text.slice(0, 100)}`)
}

/** Values whose text is within what a request may hold. */
const plain = fc.jsonValue({ maxDepth: 6 }).filter((value) => {
  const text = JSON.stringify(value)
  return !text.includes('__proto__') && !text.includes('prototype')
})

test('default: a body is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(plain, fc.constantFrom(0, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      expect(parseBody(bytesOf(text))).toEqual(JSON.parse(text))
    }),
    runs,
  )
})

test('behavior: a text is refused as no JSON exactly when JSON.parse refuses it', () => {
  const noise = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'[]{}:,"\\ 1e-.0tfn\n'), maxLength: 12 }),
    fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', '}', '1', '\\'))
      .map(
        ([text, at, put]) =>
          text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1),
      ),
  )
  fc.assert(
    fc.property(noise, (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      let type: string | null = null
      try {
        parseBody(bytesOf(text))
      } catch (error) {
        type = (error as RequestInvalidError).entries[0]!.type
      }
      expect(type === 'json_invalid').toBe(!isJson)
    }),
    runs,
  )
})

test('behavior: a key twice in one object is refused wherever it is, also in another spelling', () => {
  fc.assert(
    fc.property(plain, fc.string({ maxLength: 5 }), plain, (before, key, value) => {
      const name = JSON.stringify(key)
      const spelt = `"${[...key]
        .map((one) =>
          one
            .split('')
            .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join(''),
        )
        .join('')}"`
      const text = `[${JSON.stringify(before)},{${JSON.stringify(`other${key}`)}:0,${name}:${JSON.stringify(value)} , ${spelt} :1}]`
      expect(refusal(text)).toMatchObject({ type: 'json_duplicate_key', loc: ['body', 1, key] })
    }),
    runs,
  )
})

test('behavior: the same key in two objects, and a text like a key, are none', () => {
  for (const text of [
    '[{"a":1},{"a":1}]',
    '{"a":{"a":"a"},"b":"a"}',
    '["a","a"]',
    '{"a":["a",{"b":1}],"b":2}',
  ])
    expect(parseBody(bytesOf(text))).toEqual(JSON.parse(text))
})

test('behavior: a number is refused exactly when a double would not give it back', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 })
  const number = fc
    .tuple(fc.boolean(), digits, fc.option(digits), fc.option(fc.integer({ min: -340, max: 340 })))
    .map(([isNegative, whole, fraction, power]) => {
      const head = whole.replace(/^0+(?=\d)/, '')
      const tail = fraction === null ? '' : `.${fraction}`
      return `${isNegative ? '-' : ''}${head}${tail}${power === null ? '' : `e${power}`}`
    })
  fc.assert(
    fc.property(number, (text) => {
      const value = Number(text)
      const isSame = Number.isFinite(value) && rational(text) === rational(String(value))
      expect([text, isExact(text)]).toEqual([text, isSame])
    }),
    runs,
  )
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
      isExact(`${value}`),
    ),
    runs,
  )
})

/** The number as a whole number of 10^-700, which no rule of ours has a hand in. */
function rational(text: string): bigint {
  const [, sign, whole, fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text)!
  const shift = 700 + Number(power) - fraction.length
  const value = BigInt(whole + fraction) * 10n ** BigInt(shift)
  return sign === '-' ? -value : value
}

test('error: RequestInvalidError for numbers that would lose digits', () => {
  for (const text of [
    '9007199254740993',
    '1e400',
    '-1e400',
    '0.1000000000000000055',
    '1e-400',
    `1${'0'.repeat(400)}`,
  ])
    expect(refusal(`{"params":{"amount":${text}}}`)).toEqual({
      loc: ['body', 'params', 'amount'],
      msg: 'A number would lose digits: write it as a string',
      type: 'json_number_inexact',
    })
  for (const text of [
    '9007199254740992',
    '0.1',
    '1e22',
    '-0',
    '0e999',
    '1.50',
    '5e-324',
    '100000000000000000000',
  ])
    expect(parseBody(bytesOf(text))).toBe(Number(text))
})

test('error: RequestInvalidError for nesting, which is refused at any depth beyond the limit', () => {
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(parseBody(bytesOf(nest(maxDepth)))).toBeDefined()
  for (const depth of [maxDepth + 1, 10_000, 500_000])
    expect(refusal(nest(depth)).type).toBe('json_too_deep')
  expect(refusal('['.repeat(1_000_000)).type).toBe('json_invalid')
})

test('error: RequestInvalidError for keys that mean something to JavaScript', () => {
  for (const text of [
    '{"__proto__":1}',
    '[{"a":{"\\u005f_proto__":{}}}]',
    '{"constructor":{"prototype":{}}}',
  ])
    expect(refusal(text).type).toBe('json_forbidden_key')
  expect(parseBody(bytesOf('{"constructor":1,"prototype":2}'))).toEqual(
    JSON.parse('{"constructor":1,"prototype":2}'),
  )
})

test('law: a text with U+0000 is refused at its place, however it is nested, and no other text is', () => {
  const step = fc.oneof(fc.nat(3), fc.string({ unit: fc.constantFrom(...'ab\\"') }))
  const text = fc.string({ unit: fc.constantFrom('\0', '\\', 'u0000', 'a', '"') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), text, (path, value) => {
      const body = path.reduceRight<unknown>(
        (inner, key) =>
          typeof key === 'number'
            ? [...Array(key).fill('\\u0000'), inner]
            : { a0: 1, [key]: inner },
        value,
      )
      const written = JSON.stringify(body)
      if (!value.includes('\0')) {
        expect(parseBody(bytesOf(written))).toEqual(body)
        return
      }
      expect(refusal(written)).toMatchObject({ loc: ['body', ...path], type: 'null_character' })
    }),
    runs,
  )
})

test('refuses: a key with U+0000', () => {
  expect(refusal('{"a":[{"\\u0000b":1}]}')).toMatchObject({
    loc: ['body', 'a', 0, '\0b'],
    type: 'null_character',
  })
})

test('error: RequestInvalidError says where a text stops being JSON', () => {
  expect(refusal('{"a":1,}')).toEqual({
    loc: ['body', 7],
    msg: 'The body is not JSON from its character 7 on',
    type: 'json_invalid',
  })
  expect(refusal('{"a":').loc).toEqual(['body', 5])
  expect(refusal('\ufeff{}').type).toBe('json_invalid')
  expect(refusal(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
    msg: 'The body is not UTF-8',
  })
  expect(refusal(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])).type).toBe('json_invalid')
})

test('behavior: what is looked at grows with the text and not faster', () => {
  // Each would take minutes, were a character looked at for each that stands before it.
  const texts = [
    JSON.stringify({ tree: '"\\'.repeat(1_000_000) }),
    `[${'1,'.repeat(1_000_000)}1]`,
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, index])),
    ),
    `[0.${'0'.repeat(1_000_000)}]`,
  ]
  for (const text of texts) expect(faultOfJson(text)).toBeNull()
  expect(faultOfJson(`[${'10'.repeat(500_000)}]`)?.type).toBe('json_number_inexact')
  expect(faultOfJson(`[0.${'10'.repeat(500_000)}1]`)?.type).toBe('json_number_inexact')
})
