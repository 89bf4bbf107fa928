import fc from 'fast-check'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { readerOf, type SchemaReader } from './schema-reader.ts'

const number = Type.Decode(Type.String({ pattern: '^[0-9]+$' }), BigInt)
const row = Type.Object({
  id: number,
  note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const readValue = readerOf(
  Type.Object({
    rows: Type.Array(row),
    byName: Type.Record(Type.String(), number),
    either: Type.Union([Type.Number(), number]),
  }),
)

test('law: what is printed is read again, and unknown keys are left out', () => {
  const rows = fc.array(fc.record({ id: fc.bigInt({ min: 0n }), note: fc.option(fc.string()) }))
  fc.assert(
    fc.property(rows, fc.bigInt({ min: 0n }), (list, either) => {
      const printed = list.map(({ id, note }) => ({ id: String(id), note, extra: 1 }))
      const value = { rows: printed, byName: { a: '7' }, either: String(either) }
      expect(readValue(value)).toEqual({
        ok: true,
        value: { rows: list, byName: { a: 7n }, either },
      })
    }),
  )
})

test('behavior: a value that needs no decoding is the same value', () => {
  const list = [1, 2]
  expect(readerOf(Type.Array(Type.Number()))(list)).toEqual({ ok: true, value: list })
  expect(readValue({ rows: [], byName: {}, either: 1 })).toMatchObject({ value: { either: 1 } })
})

test('refuses: each problem has its path, keys that are missing or unknown too', () => {
  const problems = issuesIn(readValue, { rows: [{}, { id: 'x' }], byName: {}, either: true })
  expect(problems[0]).toEqual(['rows.0.id', 'is missing'])
  expect(problems[1]).toEqual(['rows.1.id', 'must match pattern "^[0-9]+$"'])
  const strict = readerOf(Type.Object({ a: Type.Null() }, { additionalProperties: false }))
  expect(issuesIn(strict, { a: null, 'b/c': 1, d: 2 })).toEqual([
    ['b/c', 'is not a key here'],
    ['d', 'is not a key here'],
  ])
})

test('refuses: more than eight problems are all there, and other users of TypeBox keep their count', () => {
  expect(issuesIn(readerOf(Type.Array(Type.Null())), Array(50).fill(1))).toHaveLength(50)
})

function issuesIn(reader: SchemaReader<unknown>, value: unknown) {
  const result = reader(value)
  return result.ok ? [] : result.issues().map(({ path, message }) => [path.join('.'), message])
}
