import { BaseError } from '@vaultwright/base'
import type { ConsoleOperation, Operation, ValidationEntry } from '@vaultwright/wire'
import Type, { type TSchema } from 'typebox'
import Compile from 'typebox/compile'
import { entryOf, isEcho, nulFault, type SchemaIssue } from './validation-entry.ts'

/** The parts of a request as they came. */
export type RequestParts = {
  readonly params: unknown
  readonly query: Readonly<Record<string, unknown>>
  /** Undefined when nothing was sent. */
  readonly body: unknown
}

/** Checks requests of one operation. */
export type RequestCheck = (parts: RequestParts) => RequestParts

/** The parts of an operation that its requests are checked by. */
type CheckedOperation = Pick<Operation | ConsoleOperation, 'params' | 'query' | 'body' | 'failures'>

/** The maximum number of entries in an answer: a long body may be wrong in many places. */
const maxEntries = 20

/** An unknown parameter is refused everywhere, also where an operation has none: it is probably a misspelling. */
const noQuery = Type.Object({}, { additionalProperties: false })

/**
 * Prepares the check of an operation's requests.
 *
 * Path parameters are checked only where the operation knows a validation array: elsewhere what is
 * wrong with them has its own answer, which the route gives.
 */
export function prepareCheck(operation: CheckedOperation): RequestCheck {
  const hasEntries = operation.failures.some(({ status, code }) => status === 422 && code === null)
  const params = hasEntries ? prepare('path', operation.params) : () => none
  const query = prepare('query', operation.query ?? noQuery)
  const body = operation.body === null ? () => none : prepare('body', operation.body)
  const readers = readersOf(operation.query)
  // What is wrong with a text of the query has a code of its own there.
  const hasOwnCode = operation.failures.some(({ status, code }) => status === 422 && code !== null)
  return (parts) => {
    const queryFields = readers.length === 0 ? parts.query : readTexts(parts.query, readers)
    const [ofPath, ofQuery, ofBody] = [params(parts.params), query(queryFields), body(parts.body)]
    if (ofPath.length + ofQuery.length + ofBody.length > 0) {
      throw new RequestInvalidError([...ofPath, ...ofQuery, ...ofBody])
    }
    const ofNul = hasOwnCode ? none : nulEntriesOf(parts.query)
    if (ofNul.length > 0) throw new RequestInvalidError(ofNul)
    return { params: parts.params, query: queryFields, body: parts.body }
  }
}

const none: readonly ValidationEntry[] = []

function prepare(part: string, schema: TSchema): (value: unknown) => readonly ValidationEntry[] {
  const check = Compile(schema)
  return (value) => {
    if (value === undefined) return [{ loc: [part], msg: 'Field required', type: 'missing' }]
    if (check.Check(value)) return none
    const issues = check.Errors(value) as readonly SchemaIssue[]
    return issues.flatMap((issue) => entryOf({ part, issue, issues, value }))
  }
}

/**
 * Names the fields of a query with a character that no database keeps. Those of a body are found as its JSON is read,
 * and what stands in a path is read by its meaning.
 */
function nulEntriesOf(query: RequestParts['query']): readonly ValidationEntry[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value]
    const hasNul = values.some((text) => typeof text === 'string' && text.includes('\0'))
    return hasNul ? [{ loc: ['query', name.slice(0, 200)], ...nulFault }] : []
  })
}

/** The name of a field of a query, and what reads its text. */
type FieldReader = readonly [name: string, read: (text: string) => unknown]

/** Everything but the one spelling of a value stays, and is refused by the schema. */
const textReaders: Readonly<Record<string, FieldReader[1]>> = {
  integer: (text) => (/^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

function readersOf(query: Operation['query']): readonly FieldReader[] {
  const properties = query === null ? {} : query.properties
  return Object.entries(properties).flatMap(([name, schema]): FieldReader[] => {
    const readText = textReaders[String((schema as { readonly type?: unknown }).type)]
    return readText === undefined ? [] : [[name, readText]]
  })
}

/** A query is text: what stands for an integer or a flag becomes one. */
function readTexts(
  query: Readonly<Record<string, unknown>>,
  readers: readonly FieldReader[],
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...query }
  for (const [name, readText] of readers) {
    const value = values[name]
    if (typeof value === 'string') values[name] = readText(value)
  }
  return values
}

/** A request is not as the schema of its operation says: 422 with an entry for each place. */
export class RequestInvalidError extends BaseError {
  override readonly code = 'request_invalid'
  override readonly kind = 'invalid_input'
  /** The problems, each with its place: `path`, `query` or `body` first. */
  readonly entries: readonly ValidationEntry[]

  constructor(all: readonly ValidationEntry[]) {
    const entries = all.slice(0, maxEntries)
    super({
      message: 'The request is not as the schema says. Repair the places that are named.',
      facts: { places: entries.map(({ loc }) => loc.join('.')) },
    })
    this.entries = entries.map((entry) => (isEcho(entry.input) ? entry : { ...entry, input: null }))
  }
}
