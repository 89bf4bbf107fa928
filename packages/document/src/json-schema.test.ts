import Type from 'typebox'
import { expect, test } from 'vitest'
import { withChecks } from './file-reader.ts'
import { jsonSchemaOf } from './json-schema.ts'

test('golden: the keywords of JSON Schema alone, a record by its names and values', () => {
  const name = Type.String({ pattern: '^[a-z]+$', errorMessage: 'must be a name' })
  const record = Type.Record(Type.String(), Type.Integer(), {
    description: 'd',
    propertyNames: name,
  })
  const schema = Type.Object({
    type: Type.Optional(Type.Enum(['x'], { default: 'x' })),
    record: Type.Decode(
      withChecks(record, () => []),
      Object.keys,
    ),
  })
  expect(jsonSchemaOf(schema)).toEqual({
    type: 'object',
    required: ['record'],
    properties: {
      type: { enum: ['x'], default: 'x' },
      record: {
        description: 'd',
        type: 'object',
        propertyNames: { type: 'string', pattern: '^[a-z]+$' },
        additionalProperties: { type: 'integer' },
      },
    },
  })
})

test('golden: digits that need no quotes are also the number that an editor makes of them', () => {
  const text = { pattern: '^0x[0-9a-f]{8}$', hexDigits: 8, description: 'd' }
  const digits = {
    description: 'Hexadecimal digits without quotes, which editors read as a number.',
    type: 'integer',
    maximum: 0xffff_ffff,
  }
  const { pattern } = text
  expect(jsonSchemaOf(Type.String(text))).toEqual({
    description: 'd',
    anyOf: [
      { type: 'string', pattern },
      { ...digits, minimum: 0 },
    ],
  })
  expect(jsonSchemaOf(Type.String({ ...text, isZeroRefused: true }))).toEqual({
    description: 'd',
    anyOf: [
      { type: 'string', pattern, not: { pattern: '^0x0+$' } },
      { ...digits, minimum: 1 },
    ],
  })
})
