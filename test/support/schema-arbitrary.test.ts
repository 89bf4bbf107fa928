import { operations } from '@vaultwright/wire'
import fc from 'fast-check'
import Type from 'typebox'
import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import { runsOf } from './runs.ts'
import { arbitraryOf, mutate, mutationOf } from './schema-arbitrary.ts'

const numRuns = runsOf(0.3)

const everything = Type.Object(
  {
    word: Type.String({ pattern: '^0x[0-9a-f]{4}$' }),
    short: Type.String({ minLength: 2, maxLength: 3 }),
    at: Type.String({ format: 'date-time' }),
    choice: Type.Enum(['a', 'b']),
    pair: Type.Tuple([Type.String(), Type.Integer()]),
    some: Type.Array(Type.Boolean(), { minItems: 1, maxItems: 2 }),
    set: Type.Array(Type.Integer({ minimum: 0, maximum: 9 }), { uniqueItems: true }),
    whole: Type.Integer({ minimum: 1, maximum: 100 }),
    half: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
    even: Type.Number({ multipleOf: 2, minimum: 3, maximum: 9 }),
    either: Type.Union([Type.Literal(7), Type.Object({ deep: Type.Null() }), Type.Null()]),
    map: Type.Record(Type.String({ pattern: '^k[0-9]$' }), Type.Integer()),
    more: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)

const schemas = Object.entries(operations).flatMap(([name, { params, query, body, response }]) =>
  Object.entries({ params, query, body, response })
    .filter(([, schema]) => schema !== null)
    .map(([part, schema]) => [`${name} ${part}`, schema!] as const),
)

test.each([['all keywords', everything] as const, ...schemas])(
  'default: what is made for %s is permitted, and is what JSON gives back',
  (_, schema) => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect(Check(schema as never, value)).toBe(true)
        expect(JSON.parse(JSON.stringify(value))).toEqual(value)
      }),
      { numRuns },
    )
  },
)

test('default: a mutation is forbidden, and the value that it was made of stays', () => {
  fc.assert(
    fc.property(arbitraryOf(everything), (value) => {
      const before = JSON.stringify(value)
      const mutated = mutate(everything, value)
      expect(mutated.filter((one) => Check(everything, one.value))).toEqual([])
      expect(JSON.stringify(value)).toBe(before)
    }),
    { numRuns },
  )
})

test('behavior: every field of a schema is broken in some way, and so is the whole', () => {
  fc.assert(
    fc.property(arbitraryOf(everything), (value) => {
      const places = new Set(mutate(everything, value).map(({ at }) => at.split('/')[1] ?? ''))
      const broken = Object.keys(value as object).filter((key) => key !== 'more')
      expect([...places]).toEqual(expect.arrayContaining(['', 'zzz', ...broken]))
    }),
    { numRuns },
  )
})

test('behavior: mutations name their place and rule', () => {
  const schema = Type.Object({ n: Type.Integer({ maximum: 3 }) }, { additionalProperties: false })
  const mutations = mutate(schema, { n: 3 }).map(({ at, what }) => `${at} ${what}`)
  expect(mutations).toEqual(
    expect.arrayContaining([
      '/n is missing',
      '/n is 4',
      '/n is "zzz"',
      '/zzz is unknown',
      ' is []',
    ]),
  )
  expect(mutations).not.toContain('/n is 3')
})

test('behavior: an arbitrary of mutations gives forbidden values only', () => {
  fc.assert(
    fc.property(mutationOf(everything), ({ value }) => {
      expect(Check(everything, value)).toBe(false)
    }),
    { numRuns },
  )
})

test('error: reports a keyword without an arbitrary', () => {
  expect(() => arbitraryOf({ type: 'string', contentEncoding: 'base64' })).toThrow(
    'contentEncoding has no arbitrary yet',
  )
})
