import { BaseError } from '@vaultwright/base'

/** A value as JSON holds it. */
export type DocumentJson =
  | string
  | number
  | boolean
  | null
  | readonly DocumentJson[]
  | { readonly [key: string]: DocumentJson }

/** An object of a document. */
export type JsonObject = { readonly [key: string]: DocumentJson }

/** The shared parts of a document: schemas by title, and responses that many operations have. */
export type SchemaShelf = {
  /** @returns the schema as it stands where it is used: titled schemas in it are references. */
  readonly refer: (schema: object) => JsonObject
  /**
   * As `refer`, open to fields that are not named: an answer may say more than its description, as a newer server does.
   * The service's own answers are held to the names by tests.
   */
  readonly referOpen: (schema: object) => JsonObject
  /** @returns all that were referred to, by title. */
  readonly schemas: () => JsonObject
  /** @returns a reference to a response, which is the same wherever it has this name. */
  readonly shareResponse: (name: string, response: JsonObject) => JsonObject
  /** @returns all that were shared, by name. */
  readonly responses: () => JsonObject
}

/** The pattern of every record's keys; `additionalProperties` says the same to more readers. */
const anyKey = '^.*$'

/** Makes an empty shelf. */
export function makeShelf(): SchemaShelf {
  const shelf = new Map<string, JsonObject>()
  const responses = new Map<string, JsonObject>()
  return {
    refer: (schema) => hoistObject(jsonOf(schema) as JsonObject, shelf),
    referOpen: (schema) => hoistObject(openedOf(jsonOf(schema) as JsonObject), shelf),
    schemas: () => sortKeys(Object.fromEntries(shelf)),
    shareResponse: (name, response) => {
      responses.set(name, response)
      return { $ref: `#/components/responses/${name}` }
    },
    responses: () => sortKeys(Object.fromEntries(responses)),
  }
}

/** Puts the keys of an object in order. */
export function sortKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Gives a value as JSON would carry it: without what is not data. */
export function jsonOf(value: unknown): DocumentJson {
  return JSON.parse(JSON.stringify(value))
}

/** Keys of a schema that hold values, not schemas. */
const literals: ReadonlySet<string> = new Set(['examples', 'const', 'enum', 'default'])

function hoist(value: DocumentJson, shelf: Map<string, JsonObject>): DocumentJson {
  if (Array.isArray(value)) return value.map((item) => hoist(item, shelf))
  return isObject(value) ? hoistObject(value, shelf) : value
}

function hoistObject(schema: JsonObject, shelf: Map<string, JsonObject>): JsonObject {
  const entries = Object.entries(schema).map(([key, part]) =>
    key === 'properties' && isObject(part)
      ? [key, mapValues(part, (field) => hoist(field, shelf))]
      : literals.has(key)
        ? [key, part]
        : [key, hoist(part, shelf)],
  )
  const plain = withoutPattern(Object.fromEntries(entries))
  const title = plain.title
  if (typeof title !== 'string') return plain
  const sharedSchema = shelf.get(title)
  if (sharedSchema !== undefined && JSON.stringify(sharedSchema) !== JSON.stringify(plain))
    throw new SchemaTitleError(title)
  shelf.set(title, plain)
  return { $ref: `#/components/schemas/${title}` }
}

/** Opens a schema, and all within it, to fields that are not named. */
export function openedOf(schema: JsonObject): JsonObject {
  const { additionalProperties: more, ...schemaFields } = schema
  const objectSchema = more === undefined || more === false ? schemaFields : schema
  return Object.fromEntries(
    Object.entries(objectSchema).map(([key, part]) =>
      literals.has(key) ? [key, part] : [key, openedPart(key, part)],
    ),
  )
}

function openedPart(key: string, part: DocumentJson): DocumentJson {
  if (Array.isArray(part)) return part.map((item) => openedPart('', item))
  if (!isObject(part)) return part
  return key === 'properties' ? mapValues(part, (field) => openedPart('', field)) : openedOf(part)
}

function withoutPattern(schema: JsonObject): JsonObject {
  const { patternProperties: patterns, ...schemaFields } = schema
  if (!isObject(patterns)) return schema
  const values = patterns[anyKey]
  return values === undefined ? schema : { ...schemaFields, additionalProperties: values }
}

function mapValues(object: JsonObject, change: (value: DocumentJson) => DocumentJson): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

function isObject(value: DocumentJson | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Two schemas have one title. */
export class SchemaTitleError extends BaseError {
  override readonly code = 'schema_title'
  override readonly kind = 'bug'

  constructor(title: string) {
    super({
      message:
        'Two different schemas of the interface have the same title. Give one of them another.',
      facts: { title },
    })
  }
}
