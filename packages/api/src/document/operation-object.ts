import type { Operation } from '@vaultwright/wire'
import type { TObject, TSchema } from 'typebox'
import type { JsonObject, SchemaShelf } from './component.ts'
import { requestExampleOf, responseExampleOf } from './example.ts'
import { content, failureResponsesOf, rateHeaders } from './failure-response.ts'

/** Under which heading an operation stands. */
export type TagName =
  | 'Transaction builder'
  | 'Swaps'
  | 'Queues of Safes'
  | 'Teams'
  | 'Vault data'
  | 'Administration'

/** Operations whose answer carries an ETag: what they answer follows from the path. */
const taggedOperations: readonly string[] = ['getTree', 'getPendingTree']

const slashNote = ' It holds a slash, which is written as it is; `%2F` in its place means the same.'

/** Documents one operation. */
export function operationObjectOf(
  name: string,
  operation: Operation,
  shelf: SchemaShelf,
): JsonObject {
  const { deprecation } = operation
  return {
    operationId: name,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(deprecation === undefined ? {} : { deprecated: true }),
    parameters: [
      ...parametersOf(operation.params, 'path', shelf),
      ...(operation.query === null ? [] : parametersOf(operation.query, 'query', shelf)),
      ...(taggedOperations.includes(name) ? [ifNoneMatch] : []),
    ],
    ...(operation.body === null ? {} : { requestBody: bodyOf(name, operation.body, shelf) }),
    responses: {
      '200': answerOf(name, operation, shelf),
      ...(taggedOperations.includes(name)
        ? { '304': { description: notChanged, headers: tag } }
        : {}),
      ...failureResponsesOf(operation, shelf),
    },
  }
}

/** Tells the heading of an operation. */
export function tagOf({ path, area }: Operation): TagName {
  if (path.startsWith('/v1/admin/')) return 'Administration'
  if (path.startsWith('/v1/safes/')) return 'Queues of Safes'
  if (path.startsWith('/v1/account-names') || path.startsWith('/v1/reviews/')) return 'Teams'
  if (area === 'swap') return 'Swaps'
  return area === 'builder' ? 'Transaction builder' : 'Vault data'
}

const notChanged = 'The caller has it already: the tag is the one that was sent'
const tag: JsonObject = { ETag: { $ref: '#/components/headers/ETag' } }
const ifNoneMatch: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an answer that the caller has',
  schema: { type: 'string' },
}

function descriptionOf({ description, role, deprecation }: Operation): string {
  const who = `Least role: \`${role}\`.`
  if (deprecation === undefined) return `${description}\n\n${who}`
  const { since, until, replacement } = deprecation
  const going = `Deprecated since ${since}; it may be gone after ${until}. Use \`${replacement}\`.`
  return `${description}\n\n${going}\n\n${who}`
}

function parametersOf(
  { properties, required }: TObject,
  place: 'path' | 'query',
  shelf: SchemaShelf,
): readonly JsonObject[] {
  const needed: readonly string[] = required ?? []
  return Object.entries(properties).map(([name, schema]) => {
    const { description = name, examples, ...schemaFields } = schema as TSchema & DescribedSchema
    const holdsSlash = place === 'path' && (name === 'route' || name === 'tail')
    return {
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      description: holdsSlash ? `${description}.${slashNote}` : description,
      schema: shelf.refer(schemaFields),
      ...(examples?.[0] === undefined ? {} : { example: examples[0] }),
    }
  })
}

type DescribedSchema = { readonly description?: string; readonly examples?: readonly string[] }

function bodyOf(name: string, schema: TSchema, shelf: SchemaShelf): JsonObject {
  return { required: true, content: content(shelf.refer(schema), requestExampleOf(name)) }
}

function answerOf(name: string, operation: Operation, shelf: SchemaShelf): JsonObject {
  const headers = {
    ...rateHeaders,
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ...(taggedOperations.includes(name)
      ? { ...tag, 'Cache-Control': { $ref: '#/components/headers/Cache-Control' } }
      : {}),
    ...(operation.deprecation === undefined
      ? {}
      : { Deprecation: { $ref: '#/components/headers/Deprecation' } }),
  }
  return {
    description: operation.summary,
    headers,
    content: content(shelf.referOpen(operation.response), responseExampleOf(name)),
  }
}
