import type { JsonObject } from '@vaultwright/api'
import { builderFailure, dataFailure, gatewayFailure, gatewayLimit } from '@vaultwright/wire'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** One answer of the service, as it came over the wire. */
export type ReceivedAnswer = {
  readonly method: string
  /** Path with its query, or a whole URL. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

type Template = { readonly path: string; readonly shape: RegExp; readonly methods: JsonObject }
type Reader = {
  readonly templates: readonly Template[]
  readonly check: (pointer: string) => ValidateFunction
  readonly envelope: (name: Envelope) => ValidateFunction
}
type Envelope = keyof typeof envelopes

const envelopes = { builderFailure, dataFailure, gatewayFailure, gatewayLimit } as const
const readers = new WeakMap<JsonObject, Reader>()

/** The codes that a server may answer on any path, in the envelope of its area. */
const anywhere: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  414: 'uri_too_long',
  431: 'headers_too_large',
}

/**
 * Asserts that an answer is as the OpenAPI document says: its status, its headers and its body.
 *
 * Paths outside of `/v1` are not the document's, and are let through.
 *
 * @param document - what `/openapi.json` gives.
 * @param heard - the answer.
 * @throws {Error} with the request, the status and what does not fit.
 */
export function assertDocumented(document: JsonObject, heard: ReceivedAnswer): void {
  const reason = whyUndocumented(document, heard)
  if (reason === null) return
  const { method, url, status, body } = heard
  throw new Error(`${method} ${url.slice(0, 300)} → ${status}: ${reason}\n${body.slice(0, 1000)}`)
}

/**
 * Tells what of an answer the document does not say.
 *
 * @param document - what `/openapi.json` gives.
 * @param heard - the answer.
 * @returns what does not fit; null when all does.
 */
export function whyUndocumented(document: JsonObject, heard: ReceivedAnswer): string | null {
  const path = pathOf(heard.url)
  if (!/^\/v1(?![^/])/.test(path) || heard.method === 'OPTIONS') return null
  const reader = readerOf(document)
  // What cannot be decoded leads to no operation: the router refuses it before.
  const template = isReadable(path) ? templateOf(reader, path) : undefined
  const method = heard.method === 'HEAD' ? 'get' : heard.method.toLowerCase()
  const operation = template?.methods[method] as JsonObject | undefined
  const responses = operation?.responses as JsonObject | undefined
  const named = responses?.[String(heard.status)] as JsonObject | undefined
  const shared = sharedNameOf(named)
  const { responses: shelf } = document.components as Record<string, JsonObject>
  const response = shared === null ? named : (shelf?.[shared] as JsonObject | undefined)
  if (template === undefined || response === undefined)
    return whyNotAnywhere(reader, heard, operation !== undefined)
  const unfit = whyHeaders(document, response, heard)
  if (unfit !== null) return unfit
  if (heard.method === 'HEAD') return heard.body === '' ? null : 'A body where none may be'
  if (response.content === undefined)
    return heard.body === '' ? null : 'The document knows no body for it'
  const value = jsonOf(heard)
  if (value === undefined) return 'It is not JSON, or does not say so'
  const responsePath = ['paths', template.path, method, 'responses', String(heard.status)]
  const parts = shared === null ? responsePath : ['components', 'responses', shared]
  const pointer = [...parts, 'content', 'application/json', 'schema'].map(escapePart).join('/')
  return whyInvalid(reader.check(`#/${pointer}`), value)
}

/** Finds the operation of a URL; null when no path of the document matches. */
export function operationIdOf(document: JsonObject, method: string, url: string): string | null {
  const template = templateOf(readerOf(document), pathOf(url))
  const operation = template?.methods[method.toLowerCase()] as JsonObject | undefined
  return typeof operation?.operationId === 'string' ? operation.operationId : null
}

function templateOf({ templates }: Reader, path: string): Template | undefined {
  return templates.find(({ shape }) => shape.test(path))
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A 401 of a path that does not exist is like any other; so is a 404, which the document cannot list. */
function whyNotAnywhere(reader: Reader, heard: ReceivedAnswer, isKnown: boolean): string | null {
  const { status, method } = heard
  const isBuilder = /^\/v1\/tx-builder(?![^/])/.test(pathOf(heard.url))
  const code = anywhere[status]
  const isGateway = !isKnown && (status === 401 || status === 403)
  const isLimit = !isKnown && status === 429
  if (code === undefined && !isGateway && !isLimit) return 'The document does not know this status'
  if (method === 'HEAD') return null
  const value = jsonOf(heard)
  if (value === undefined) return 'It is not JSON, or does not say so'
  if (isGateway) return whyInvalid(reader.envelope('gatewayFailure'), value)
  if (isLimit && isBuilder) return whyInvalid(reader.envelope('gatewayLimit'), value)
  if (isBuilder) return whyInvalid(reader.envelope('builderFailure'), value)
  const unfit = whyInvalid(reader.envelope('dataFailure'), value)
  if (unfit !== null) return unfit
  const actualCode = (value as { error: { code: string } }).error.code
  const expected = isLimit ? 'rate_limited' : code
  return actualCode === expected ? null : `The code is ${actualCode}, and not ${expected}`
}

function whyHeaders(
  document: JsonObject,
  response: JsonObject,
  heard: ReceivedAnswer,
): string | null {
  const { headers: shelf } = document.components as { headers: JsonObject }
  for (const name of Object.keys((response.headers as JsonObject | undefined) ?? {})) {
    const { schema } = shelf[name] as { schema: JsonObject }
    const value = heard.headers[name.toLowerCase()]
    if (schema.type === 'integer' && value !== undefined && !/^\d+$/.test(String(value)))
      return `The header ${name} is not a whole number: ${value}`
    const isNeeded =
      name.startsWith('RateLimit') || (name === 'Retry-After' && heard.status === 429)
    if (isNeeded && value === undefined) return `The header ${name} is missing`
  }
  return null
}

function readerOf(document: JsonObject): Reader {
  const cached = readers.get(document)
  if (cached !== undefined) return cached
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: 'https://document.test/' })
  const validators = new Map<string, ValidateFunction>()
  const compile = (key: string, schema: object): ValidateFunction => {
    const check = validators.get(key) ?? ajv.compile(schema)
    validators.set(key, check)
    return check
  }
  const reader: Reader = {
    templates: Object.entries(document.paths as JsonObject)
      .map(([path, methods]) => ({ path, shape: shapeOf(path), methods: methods as JsonObject }))
      .sort((a, b) => looseness(a.path) - looseness(b.path)),
    check: (pointer) => compile(pointer, { $ref: `https://document.test/${pointer}` }),
    envelope: (name) => compile(name, JSON.parse(JSON.stringify(envelopes[name]))),
  }
  readers.set(document, reader)
  return reader
}

/** The name of a response that many operations have. */
function sharedNameOf(response: JsonObject | undefined): string | null {
  const reference = response?.$ref
  if (typeof reference !== 'string') return null
  return reference.slice('#/components/responses/'.length)
}

function shapeOf(path: string): RegExp {
  // An empty part is a part: the router gives it to the operation, which refuses it.
  const wide = path.replace(/\{(route|tail)\}$/, '.*')
  return new RegExp(`^${wide.replace(/\{\w+\}/g, '[^/]*')}$`)
}

function looseness(path: string): number {
  return path.split('{').length
}

function escapePart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function pathOf(url: string): string {
  const [path] = url.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/, 1) as [string]
  // A path is the same path however its plain characters are spelled.
  return path.replace(/%[2-7][\da-f]/gi, (code) => {
    const segment = decodeURIComponent(code)
    return /[\w.~-]/.test(segment) ? segment : code
  })
}

function jsonOf({ headers, body }: ReceivedAnswer): unknown {
  if (!/^application\/json\b/.test(String(headers['content-type']))) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function whyInvalid(check: ValidateFunction, value: unknown): string | null {
  if (check(value)) return null
  return (check.errors ?? [])
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
    .join('; ')
}
