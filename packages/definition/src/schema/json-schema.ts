import { jsonSchemaOf } from '@vaultwright/document'
import { protocols } from '@vaultwright/protocols'
import Type from 'typebox'
import { definitionFile } from './definition-schema.ts'
import { usesOf } from './parameter-use.ts'
import { entryKeys, leafEntry } from './permission-schema.ts'

/** A JSON Schema, or a part of one. */
export type JsonSchema = { readonly [key: string]: unknown }

const scalar = { anyOf: [{ type: 'string' }, { type: 'integer' }] }
const value: JsonSchema = {
  description: 'A value, or a list of values that are combined each with each.',
  anyOf: [
    ...scalar.anyOf,
    { type: 'array', items: { anyOf: [...scalar.anyOf, { type: 'array', items: scalar }] } },
  ],
}

/**
 * Describes the file of a definition for editors: its own shape, and for each protocol its actions and the
 * parameters that their leaves take.
 *
 * @returns its JSON Schema, draft 2020-12.
 */
export function definitionSchema(): JsonSchema {
  const file = jsonSchemaOf(definitionFile)
  const withActions = protocols.filter(({ actions }) => actions.length > 0)
  const entries = withActions.map(({ name }) => ({ $ref: `#/$defs/${name}` }))
  const $defs = {
    value,
    leaf: jsonSchemaOf(leafEntry),
    ...Object.fromEntries(withActions.map(({ name }) => [name, entrySchemaOf(name)])),
  }
  const schema = withEntries(file, { anyOf: [{ $ref: '#/$defs/leaf' }, ...entries] })
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return { title: 'Vaultwright vault definition', $schema, ...schema, $defs }
}

function entrySchemaOf(protocol: string): JsonSchema {
  const { title, actions } = protocols.find(({ name }) => name === protocol)!
  const parameters = new Map<string, JsonSchema>()
  for (const action of actions) {
    for (const name of usesOf(action).keys()) {
      const { describe } = action.parameters[name]!
      if (!parameters.has(name)) {
        parameters.set(name, { $ref: '#/$defs/value', description: describe })
      }
    }
  }
  const shared = jsonSchemaOf(Type.Object(entryKeys)).properties as {
    readonly [key: string]: JsonSchema
  }
  const names = actions.map(({ route }) => route.slice(protocol.length + 1))
  const own = Object.fromEntries(parameters)
  const each = { type: 'object', properties: own, additionalProperties: false }
  return {
    description: title,
    type: 'object',
    required: ['protocol'],
    additionalProperties: false,
    properties: {
      ...shared,
      protocol: { const: protocol },
      actions: {
        ...pick(shared.actions!, ['description', 'default']),
        anyOf: [{ const: 'all' }, { type: 'array', minItems: 1, items: { enum: names } }],
      },
      each: { ...pick(shared.each!, ['description']), type: 'array', minItems: 1, items: each },
      ...own,
    },
  }
}

function pick(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(keys.flatMap((key) => (key in schema ? [[key, schema[key]]] : [])))
}

/** Entries are read by hand, so that the generated schema says nothing of them. */
function withEntries(schema: JsonSchema, items: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => {
      if (key === 'permissions') return [key, { ...(inner as JsonSchema), items }]
      const isPart = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      return [key, isPart ? withEntries(inner as JsonSchema, items) : inner]
    }),
  )
}
