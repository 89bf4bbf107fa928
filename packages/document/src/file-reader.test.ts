import fc from 'fast-check'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { issueMessage } from './file-issue.ts'
import { type FileReader, fileReaderOf, normalized, refused, withChecks } from './file-reader.ts'

const strict = { additionalProperties: false }
const even = Type.Decode(
  Type.String({ pattern: '^\\d+$', errorMessage: 'must be digits' }),
  (text) =>
    Number(text) % 2 === 0 ? BigInt(text) : refused([{ path: [], message: 'must be even' }]),
)
const size = normalized(Type.Enum(['small', 'large']), (text) => String(text).toLowerCase())
const row = withChecks(
  Type.Object({ id: even, size: Type.Optional(size), note: Type.Optional(Type.String()) }, strict),
  ({ id, note }) => (id === note ? [{ path: ['note'], message: 'is the id, too' }] : []),
)
const names = Type.String({ pattern: '^[a-z]+$', errorMessage: 'must be a name' })
const readFile = fileReaderOf(
  Type.Object(
    {
      rows: Type.Array(row, { minItems: 1 }),
      byName: Type.Record(Type.String(), even, { propertyNames: names }),
    },
    strict,
  ),
)

function problemsIn(reader: FileReader<unknown>, value: unknown) {
  const result = reader(value)
  return result.ok
    ? []
    : result.issues.map((issue) => `${issue.path.join('.')}: ${issueMessage(issue)}`)
}

test('law: what is printed is read again', () => {
  const ids = fc.nat().map((half) => BigInt(half) * 2n)
  const rows = fc.array(fc.record({ id: ids, size: fc.constantFrom('small', 'large') }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(rows, ids, (list, a) => {
      const printed = list.map((item) => ({ id: String(item.id), size: item.size.toUpperCase() }))
      const value = { rows: printed, byName: { a: String(a) } }
      expect(readFile(value)).toEqual({ ok: true, value: { rows: list, byName: { a } } })
    }),
  )
})

test('refuses: everything wrong at once, in the order of the schema, unknown keys after the known', () => {
  const rows = [
    { id: '3', extra: 1 },
    { id: 'x', size: 'tiny', note: 'x' },
    { id: '4', note: '4' },
    7,
  ]
  expect(problemsIn(readFile, { more: 1, rows, byName: { A: '1', b: 2 } })).toEqual([
    'rows.0.id: must be even',
    'rows.0: Unrecognized key: "extra"',
    'rows.1.id: must be digits',
    'rows.1.size: Invalid option: expected one of "small"|"large"',
    'rows.2.note: is the id, too',
    'rows.3: Invalid input: expected object, received number',
    'byName.A: must be a name',
    'byName.b: Invalid input: expected string, received number',
    ': Unrecognized key: "more"',
  ])
  expect(problemsIn(readFile, { rows: [] })).toEqual([
    'rows: Too small: expected array to have >=1 items',
    'byName: Invalid input: expected record, received undefined',
  ])
})

test('refuses: a union says what the one choice that comes close finds wrong', () => {
  const whole = Type.Integer({ minimum: 0 })
  const either = fileReaderOf(Type.Union([whole, names], { errorMessage: 'must be either' }))
  expect(problemsIn(either, -1)).toEqual([': Too small: expected number to be >=0'])
  expect(problemsIn(either, true)).toEqual([': must be either'])
  expect(problemsIn(fileReaderOf(Type.Union([whole, Type.Null()])), 'x')).toEqual([
    ': Invalid input: expected number, received string',
  ])
})

test('refuses: numbers that are not finite, not whole or not exact', () => {
  const whole = fileReaderOf(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
  expect(
    [Number.NaN, Infinity, 1.5, 2 ** 60, -(2 ** 60)].map((value) => problemsIn(whole, value)),
  ).toEqual([
    [': Invalid input: expected number, received NaN'],
    [': Invalid input: expected number, received Infinity'],
    [': Invalid input: expected int, received number'],
    [`: Too big: expected int to be <=${Number.MAX_SAFE_INTEGER}`],
    [
      `: Too small: expected int to be >=-${Number.MAX_SAFE_INTEGER}`,
      ': Too small: expected number to be >=0',
    ],
  ])
})

test('refuses: what an inner codec refuses never reaches the outer one', () => {
  const wrapped = fileReaderOf(Type.Decode(even, (number) => ({ number })))
  expect(wrapped('4')).toEqual({ ok: true, value: { number: 4n } })
  expect(problemsIn(wrapped, '3')).toEqual([': must be even'])
})
