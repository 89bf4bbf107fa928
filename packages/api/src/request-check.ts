import { BaseError } from '@vaultwright/base'
import type { Operation, ValidationEntry } from '@vaultwright/wire'
import type { TSchema } from 'typebox'
import Compile from 'typebox/compile'
import { entryOf, isEcho, type SchemaIssue } from './validation-entry.ts'

/** The parts of a request as they came. */
export type RequestParts = {
  readonly params: unknown
  readonly query: Readonly<Record<string, unknown>>
  /** Undefined when nothing was sent. */
  readonly body: unknown
}

/** Checks requests of one operation. */
export type RequestCheck = (parts: RequestParts) => RequestParts

/** How many entries an answer holds at most: a long body may be wrong in many places. */
const maxEntries = 20

/**
 * Prepares the check of an operation's requests.
 *
 * Path parameters are checked only where the operation knows a validation array: elsewhere what is
 * wrong with them has its own answer, which the route gives.
 *
 * @param operation - whose schemas hold.
 * @returns the check; it gives the parts back, the query's integers read.
 */
export function prepareCheck(operation: Operation): RequestCheck {
  const hasEntries = operation.failures.some(({ status, code }) => status === 422 && code === null)
  const params = hasEntries ? prepare('path', operation.params) : () => []
  const query = operation.query === null ? () => [] : prepare('query', operation.query)
  const body = operation.body === null ? () => [] : prepare('body', operation.body)
  const integers = integersOf(operation.query)
  return (parts) => {
    const asked = integers.length === 0 ? parts.query : readIntegers(parts.query, integers)
    const entries = [...params(parts.params), ...query(asked), ...body(parts.body)]
    if (entries.length > 0) throw new RequestInvalidError(entries)
    return { params: parts.params, query: asked, body: parts.body }
  }
}

function prepare(part: string, schema: TSchema): (value: unknown) => readonly ValidationEntry[] {
  const check = Compile(schema)
  return (value) => {
    if (value === undefined) return [{ loc: [part], msg: 'Field required', type: 'missing' }]
    if (check.Check(value)) return []
    const issues = check.Errors(value) as readonly SchemaIssue[]
    return issues.flatMap((issue) => entryOf({ part, issue, issues, value }))
  }
}

function integersOf(query: Operation['query']): readonly string[] {
  const properties = query === null ? {} : query.properties
  return Object.entries(properties).flatMap(([name, schema]) =>
    (schema as { readonly type?: unknown }).type === 'integer' ? [name] : [],
  )
}

/** A query is text: digits become the integer, everything else stays and is refused by the schema. */
function readIntegers(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const read: Record<string, unknown> = { ...query }
  for (const name of names) {
    const value = read[name]
    if (typeof value !== 'string' || !/^-?(0|[1-9]\d{0,14})$/.test(value)) continue
    read[name] = Number(value)
  }
  return read
}

/** A request is not as the schema of its operation says: 422 with an entry for each place. */
export class RequestInvalidError extends BaseError {
  override readonly code = 'request_invalid'
  /** What is wrong, each with its place: `path`, `query` or `body` first. */
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
