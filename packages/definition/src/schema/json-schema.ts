import { jsonSchemaOf } from '@vaultwright/document'
import { type ActionParameter, protocols } from '@vaultwright/protocols'
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

/** The words that describe the entries of permissions. */
export type EntryWords = {
  /** The prefix of the names of their schemas. */
  readonly prefix: string
  /** Names a decoder, a drone, and an account of a leaf as it is; any text when null. */
  readonly decoder: JsonSchema | null
  readonly drone: JsonSchema | null
  readonly account: JsonSchema | null
  /** The value of a key of a protocol's entry, of the parameters that have this name in its actions. */
  readonly schemaOf: (parameters: readonly ActionParameter[], protocol: string) => JsonSchema
}

const anyWords: EntryWords = {
  prefix: '',
  decoder: null,
  drone: null,
  account: null,
  schemaOf: () => ({ $ref: '#/$defs/value' }),
}

/**
 * Describes the file of a definition for editors: its own shape, and for each protocol its actions and the
 * parameters that their leaves take.
 *
 * @returns its JSON Schema, draft 2020-12.
 */
export function definitionSchema(): JsonSchema {
  const file = jsonSchemaOf(definitionFile)
  const entries = entryDefsOf(anyWords)
  const refs = Object.keys(entries).map((name) => ({ $ref: `#/$defs/${name}` }))
  const schema = withEntries(file, { anyOf: refs })
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return { title: 'Vaultwright vault definition', $schema, ...schema, $defs: { value, ...entries } }
}

/** Describes an entry of each protocol, and a leaf as it is, by the name of its schema. */
export function entryDefsOf(words: EntryWords): { readonly [name: string]: JsonSchema } {
  const withActions = protocols.filter(({ actions }) => actions.length > 0)
  const entries = withActions.map(({ name }) => [
    `${words.prefix}${name}`,
    entrySchemaOf(name, words),
  ])
  return { [`${words.prefix}leaf`]: leafSchemaOf(words), ...Object.fromEntries(entries) }
}

function leafSchemaOf({ decoder, account }: EntryWords): JsonSchema {
  const schema = jsonSchemaOf(leafEntry) as { readonly properties: { readonly leaf: JsonSchema } }
  const { leaf } = schema.properties
  const parts = leaf.properties as { readonly [name: string]: JsonSchema }
  const properties = {
    ...parts,
    target: replaced(parts.target!, account),
    arguments: account === null ? parts.arguments! : { ...parts.arguments, items: account },
    decoder: replaced(parts.decoder!, decoder),
  }
  return { ...schema, properties: { leaf: { ...leaf, properties } } }
}

function entrySchemaOf(protocol: string, { decoder, drone, schemaOf }: EntryWords): JsonSchema {
  const { title, actions } = protocols.find(({ name }) => name === protocol)!
  const uses = new Map<string, ActionParameter[]>()
  for (const action of actions) {
    for (const name of usesOf(action).keys()) {
      uses.set(name, [...(uses.get(name) ?? []), action.parameters[name]!])
    }
  }
  const parameters = [...uses].map(([name, named]) => [
    name,
    { ...schemaOf(named, protocol), description: named[0]!.describe },
  ])
  const shared = jsonSchemaOf(Type.Object(entryKeys)).properties as {
    readonly [key: string]: JsonSchema
  }
  const names = actions.map(({ route }) => route.slice(protocol.length + 1))
  const properties = Object.fromEntries(parameters)
  const each = { type: 'object', properties, additionalProperties: false }
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
      decoder: replaced(shared.decoder!, decoder),
      as: replaced(shared.as!, drone),
      each: { ...pick(shared.each!, ['description']), type: 'array', minItems: 1, items: each },
      ...properties,
    },
  }
}

/** Another schema in the place of one, with its description. */
function replaced(schema: JsonSchema, other: JsonSchema | null): JsonSchema {
  return other === null ? schema : { ...pick(schema, ['description']), ...other }
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
