import { protocols } from '@vaultwright/protocols'
import { z } from 'zod'
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
  const file = plain(definitionFile)
  const known = protocols.filter(({ actions }) => actions.length > 0)
  const entries = known.map(({ name }) => ({ $ref: `#/$defs/${name}` }))
  const $defs = {
    value,
    leaf: part(leafEntry),
    ...Object.fromEntries(known.map(({ name }) => [name, entrySchemaOf(name)])),
  }
  const schema = withEntries(file, { anyOf: [{ $ref: '#/$defs/leaf' }, ...entries] })
  return { title: 'Vaultwright vault definition', ...schema, $defs }
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
  const shared = part(z.object(entryKeys)).properties as { readonly [key: string]: JsonSchema }
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

function plain(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

/** Only the whole says which draft it is of. */
function part(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = plain(schema)
  return rest
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
