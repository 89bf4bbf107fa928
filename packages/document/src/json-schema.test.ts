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
