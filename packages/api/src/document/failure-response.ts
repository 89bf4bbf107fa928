import {
  type Area,
  builderFailure,
  dataFailure,
  gatewayFailure,
  gatewayLimit,
  type Operation,
  type OperationFailure,
  validationFailure,
} from '@vaultwright/wire'
import {
  type DocumentJson,
  type JsonObject,
  jsonOf,
  openedOf,
  type SchemaShelf,
} from './component.ts'

/** A failure that an operation answers, its own or one that every operation has. */
type DocumentedFailure = {
  readonly status: number
  readonly code: string | null
  readonly when: string
  /** Known by the shape of validation entries, not by the envelope of the area. */
  readonly isValidation: boolean
}

const missingField: DocumentJson = {
  loc: ['body', 'actions'],
  msg: 'Field required',
  type: 'missing',
}
const largePage: DocumentJson = {
  loc: ['query', 'page_size'],
  msg: 'Input should be less than or equal to 100',
  type: 'less_than_equal',
  input: 101,
  ctx: { le: 100 },
}
const wrongFlag: DocumentJson = {
  loc: ['query', 'explain'],
  msg: 'Input should be a valid boolean',
  type: 'bool_parsing',
  input: 'yes',
}

const tooLarge = 'The body has more bytes than this operation takes'
const tooComplex = 'Reading the body takes more memory than one body may have'
const wrongType = 'The body is not `application/json`'
const notServed =
  'The chain is not served: an unknown slug, or `solana` where calldata is simulated'
const brokenDescription = 'Our failure: it is logged by its `X-Request-Id`, and safe to send again'
const busyDescription =
  'Too much at once, a chain that cannot be asked, or shutting down: safe to send again after `Retry-After` seconds'
const unknownQuery = 'The query has a parameter, and the operation takes none'
const extraParameter: DocumentJson = {
  loc: ['query', 'foo'],
  msg: 'Extra inputs are not permitted',
  type: 'extra_forbidden',
}
const limitedDescription =
  'The key asked as often in the last 60 seconds as it may, or the address tried too many keys that are not valid'

/**
 * Documents what an operation answers when it fails: each status once, with the shape of its area.
 *
 * Source: interface, 7.1 and 7.2.
 */
export function failureResponsesOf(operation: Operation, shelf: SchemaShelf): JsonObject {
  const { area } = operation
  const failures = failuresOf(operation)
  const statuses = [...new Set(failures.map(({ status }) => status))]
  const responses = statuses.map((status) => {
    const cases = failures.filter((one) => one.status === status)
    return [String(status), responseOf(area, cases, shelf)] as const
  })
  const all = {
    ...Object.fromEntries(responses),
    '401': unauthorized(shelf),
    '403': gatewayResponse(lackingDescription, 'Forbidden', shelf),
    '429': limitResponse(area, shelf),
  }
  const shared = Object.entries(all).map(([status, response]) => {
    const name = sharedNames[status]
    // An operation's own text stays as it is.
    const isOwn =
      operation.failures.some((one) => String(one.status) === status) ||
      (status === '413' && isReadApart(operation))
    if (name === undefined || isOwn) return [status, response] as const
    const prefix = status < '404' ? '' : area === 'builder' ? 'Builder' : 'Data'
    return [status, shelf.shareResponse(`${prefix}${name}`, response)] as const
  })
  return Object.fromEntries(shared)
}

/** Responses that are the same for every operation of an area; the first two for all. */
const sharedNames: Readonly<Record<string, string>> = {
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '413': 'BodyTooLarge',
  '415': 'UnsupportedMediaType',
  '429': 'RateLimited',
  '500': 'InternalError',
  '503': 'Unavailable',
}

const lackingDescription =
  'The key is invalid, revoked, or lacks the permission; or its user is deactivated'

function unauthorized(shelf: SchemaShelf): JsonObject {
  const when = 'The `Authorization` header is missing or malformed'
  return {
    ...gatewayResponse(when, 'Unauthorized', shelf),
    headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } },
  }
}

function gatewayResponse(description: string, message: string, shelf: SchemaShelf): JsonObject {
  const schema = shelf.referOpen(gatewayFailure)
  return { description, content: content(schema, { [message.toLowerCase()]: { message } }) }
}

function failuresOf(operation: Operation): readonly DocumentedFailure[] {
  const common: DocumentedFailure[] = operation.failures.map((failure) => ({
    ...failure,
    isValidation: isValidation(failure),
  }))
  const add = (status: number, code: string, when: string) =>
    common.push({ status, code, when, isValidation: false })
  if (operation.area === 'builder' && operation.path.includes('{chain}'))
    add(404, 'not_found', notServed)
  if (operation.body !== null) {
    add(413, 'body_too_large', tooLarge)
    if (isReadApart(operation)) add(413, 'body_too_complex', tooComplex)
    add(415, 'unsupported_media_type', wrongType)
  }
  if (!common.some((one) => one.isValidation)) {
    common.push({ status: 422, code: null, when: unknownQuery, isValidation: true })
  }
  add(500, 'internal_error', brokenDescription)
  add(503, 'unavailable', busyDescription)
  return common
}

/** Trees and definitions are read in threads, which have an end. */
function isReadApart({ failures }: Operation): boolean {
  return failures.some(({ code }) => code === 'tree_invalid' || code === 'definition_invalid')
}

function isValidation({ status, code }: OperationFailure): boolean {
  return status === 422 && code === null
}

function responseOf(
  area: Area,
  failures: readonly DocumentedFailure[],
  shelf: SchemaShelf,
): JsonObject {
  const entries = failures.filter((one) => one.isValidation)
  const enveloped = failures.filter((one) => !one.isValidation)
  const schemas = [
    ...(entries.length > 0 ? [shelf.referOpen(validationFailure)] : []),
    ...(enveloped.length > 0 ? [envelopeOf(area, enveloped, shelf)] : []),
  ]
  const examples = Object.fromEntries(
    failures.map((one, index) => [one.code ?? `case_${index + 1}`, exampleOf(area, one)]),
  )
  const [only = {}] = schemas
  const retry = failures.some(({ status }) => status === 503) ? { headers: retryAfter } : {}
  return {
    description: failures.map(({ when }) => when).join('. '),
    ...retry,
    content: content(schemas.length > 1 ? { anyOf: schemas } : only, examples),
  }
}

function envelopeOf(
  area: Area,
  failures: readonly DocumentedFailure[],
  shelf: SchemaShelf,
): JsonObject {
  if (area === 'builder') return shelf.referOpen(builderFailure)
  const codes = [...new Set(failures.flatMap(({ code }) => code ?? []))].sort()
  return dataEnvelope({ type: 'string', enum: codes }, null)
}

function dataEnvelope(code: DocumentJson, details: DocumentJson): JsonObject {
  const { title: _, ...envelope } = jsonOf(dataFailure) as JsonObject
  const { error } = envelope.properties as { error: JsonObject }
  const { title: __, ...body } = error
  const fields = body.properties as JsonObject
  const { patternProperties: ___, ...free } = fields.details as JsonObject
  const properties = { ...fields, code, details: details ?? free }
  return openedOf({ ...envelope, properties: { error: { ...body, properties } } })
}

function exampleOf(area: Area, { code, when, isValidation }: DocumentedFailure): DocumentJson {
  if (isValidation) return { detail: [entryOf(area, when)] }
  if (area === 'builder') return { detail: /^`([^`]+)`/.exec(when)?.[1] ?? when }
  return { error: { code, message: when, details: {} } }
}

function entryOf(area: Area, when: string): DocumentJson {
  if (when === unknownQuery) return extraParameter
  if (area === 'builder') return missingField
  return when.startsWith('`explain`') ? wrongFlag : largePage
}

function limitResponse(area: Area, shelf: SchemaShelf): JsonObject {
  const seconds = { type: 'integer', minimum: 1, description: 'Seconds to wait' }
  const details = {
    type: 'object',
    required: ['retry_after'],
    properties: { retry_after: seconds },
  }
  const schema =
    area === 'builder'
      ? shelf.referOpen(gatewayLimit)
      : dataEnvelope({ type: 'string', enum: ['rate_limited'] }, details)
  const message = 'Too many requests. Ask again in 37 s.'
  const example =
    area === 'builder'
      ? { message, retry_after: 37 }
      : { error: { code: 'rate_limited', message, details: { retry_after: 37 } } }
  return {
    description: limitedDescription,
    headers: { ...rateHeaders, ...retryAfter },
    content: content(schema, { rate_limited: example }),
  }
}

/** References to the headers that tell how much of a minute's requests is left. */
export const rateHeaders: JsonObject = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimit-Limit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimit-Remaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimit-Reset' },
}

const retryAfter: JsonObject = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }

/** Documents a JSON body. */
export function content(schema: JsonObject, examples: JsonObject): JsonObject {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }])
  const shown = named.length > 0 ? { examples: Object.fromEntries(named) } : {}
  return { 'application/json': { schema, ...shown } }
}
