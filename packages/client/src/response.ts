import { BaseError } from '@vaultwright/base'
import {
  type ConsoleOperationName,
  type ConsolePart,
  consoleOperations,
  type OperationName,
  operations,
  type ResponseOf,
} from '@vaultwright/wire'
import { Check, Errors } from 'typebox/schema'

/** The answer of a server to one request. */
export type HttpResponse = {
  readonly status: number
  /** By lower-case name; null when the answer has none, or a browser hides it. */
  readonly header: (name: string) => string | null
  readonly text: string
}

/** A schema as plain data. */
export type OpenSchema = { readonly [keyword: string]: unknown }

/**
 * Reads the answer of an operation.
 *
 * @returns what its schema says. Fields that the schema does not know stay: new ones are not a break of
 * the interface. Source: interface, 9.2.
 * @throws {MalformedResponseError} when the body is not JSON or not what the schema says.
 */
export function parseResponse<Name extends OperationName>(
  name: Name,
  answer: HttpResponse,
): ResponseOf<Name> {
  return parseBody({ name, schema: operations[name].response }, answer) as ResponseOf<Name>
}

/**
 * Reads the answer of an operation of the console, as `parseResponse` does for the interface.
 *
 * @throws {MalformedResponseError} when the body is not JSON or not what the schema says.
 */
export function parseConsoleResponse<Name extends ConsoleOperationName>(
  name: Name,
  answer: Omit<HttpResponse, 'header'>,
): ConsolePart<Name, 'response'> {
  const operation = { name, schema: consoleOperations[name].response }
  return parseBody(operation, answer) as ConsolePart<Name, 'response'>
}

/**
 * Reads a text as JSON.
 *
 * @returns the value; undefined if it is not valid.
 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes a schema that permits fields which it does not know. */
export function openSchema(schema: object): OpenSchema {
  return JSON.parse(JSON.stringify(schema), (_, part) => {
    if (part?.additionalProperties !== false) return part
    const { additionalProperties: _closed, ...open } = part
    return open
  })
}

type Answered = { readonly name: string; readonly schema: object }

function parseBody(
  { name, schema }: Answered,
  { status, text }: Omit<HttpResponse, 'header'>,
): unknown {
  const value = jsonOf(text)
  if (value === undefined) throw new MalformedResponseError(name, status, ['is not JSON'])
  const open = openOnce(schema)
  if (!Check(open, value)) throw new MalformedResponseError(name, status, problemsOf(open, value))
  return value
}

const opened = new Map<object, OpenSchema>()

function openOnce(schema: object): OpenSchema {
  const open = opened.get(schema) ?? openSchema(schema)
  opened.set(schema, open)
  return open
}

/** Places and rules, never values: an answer may hold a key that was just made. */
function problemsOf(schema: OpenSchema, value: unknown): readonly string[] {
  const [, errors] = Errors(schema, value)
  return errors.slice(0, 5).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}

/** The server answered, but not what the interface says. */
export class MalformedResponseError extends BaseError {
  override readonly code = 'client_malformed_response'
  override readonly kind = 'unavailable'

  constructor(operation: string, status: number, problems: readonly string[]) {
    super({
      message: `The answer to ${operation} is not what the interface says. Check that the address leads to the API, and that client and server have the same version.`,
      facts: { operation, status, problems },
    })
  }
}
