import { BaseError, nearestOf } from '@vaultwright/base'
import {
  type BodyOf,
  type Operation,
  type OperationName,
  operations,
  type ParamsOf,
  type QueryOf,
} from '@vaultwright/wire'
import type { TSchema } from 'typebox'

/** A deeply read-only value. */
export type Deep<Value> = Value extends (infer Item)[]
  ? readonly Deep<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Deep<Value[Key]> }
    : Value

type PartOf<Part> = Part extends null ? unknown : Part

/**
 * The request of an operation: the fields of its path, its query and its body in one object.
 *
 * No operation has one name in two of these places.
 */
export type RequestOf<Name extends OperationName> = Deep<
  ParamsOf<Name> & PartOf<QueryOf<Name>> & PartOf<BodyOf<Name>>
>

/** A request before a server is known. */
export type HttpCall = {
  readonly method: Operation['method']
  /** From `/v1` on, encoded, with its query. */
  readonly path: string
  /** JSON; null when the operation has no body. */
  readonly body: string | null
}

/**
 * Makes the request of an operation.
 *
 * @throws {CallFieldError} when a field of the path is missing or would lead to another path, or a
 * field is none of the operation's.
 */
export function buildCall(
  name: OperationName,
  fields: Readonly<Record<string, unknown>>,
): HttpCall {
  const operation: Operation = operations[name]
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  const places = [operation.params, operation.query, operation.body].map(namesOf)
  const knownFields = places.flat()
  for (const [field] of entries) {
    if (!knownFields.includes(field))
      throw new CallFieldError(name, field, unknownField(field, knownFields))
  }
  const partOf = (names: readonly string[]) => entries.filter(([field]) => names.includes(field))
  const pairs = partOf(places[1]!).map(([key, value]) => [key, String(value)])
  const query = new URLSearchParams(pairs).toString()
  return {
    method: operation.method,
    path: `${pathOf(name, operation.path, fields)}${query === '' ? '' : `?${query}`}`,
    body: operation.body === null ? null : JSON.stringify(Object.fromEntries(partOf(places[2]!))),
  }
}

function namesOf(schema: TSchema | null): readonly string[] {
  return schema !== null && 'properties' in schema ? Object.keys(schema.properties as object) : []
}

/** A `.` or `..` would be resolved by every URL parser, so that the key went to another endpoint. */
function pathOf(
  name: OperationName,
  template: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  return template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = fields[field]
    if (typeof value !== 'string') throw new CallFieldError(name, field, 'is missing')
    const segments = slashed.has(field) ? value.split('/') : [value]
    const encoded = segments.map(encodedOf)
    if (encoded.includes(null)) throw new CallFieldError(name, field, 'cannot stand in a path')
    return encoded.join('/')
  })
}

function encodedOf(segment: string): string | null {
  if (['', '.', '..'].includes(segment)) return null
  try {
    return encodeURIComponent(segment)
  } catch {
    return null
  }
}

const slashed: ReadonlySet<string> = new Set(['route', 'tail'])

function unknownField(field: string, fieldNames: readonly string[]): string {
  const nearest = nearestOf(field, fieldNames)
  return `is none of the operation's${nearest === null ? '' : `, is ${nearest} meant?`}`
}

/** A field of a request is missing, unknown, or cannot be sent. */
export class CallFieldError extends BaseError {
  override readonly code = 'client_call_field'
  override readonly kind = 'invalid_input'

  constructor(operation: OperationName, field: string, problem: string) {
    super({
      message: `The field ${field} of ${operation} ${problem}. Give what the operation's type names.`,
      facts: { operation, field, problem },
    })
  }
}
