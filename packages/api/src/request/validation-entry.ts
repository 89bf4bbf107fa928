import type { ValidationEntry } from '@vaultwright/wire'

/** The issue that a schema's check finds in one place. */
export type SchemaIssue = {
  readonly keyword: string
  /** JSON Pointer. */
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message: string
}

/** An issue among all of a part of a request. */
export type IssueContext = {
  /** `path`, `query` or `body`. */
  readonly part: string
  readonly issue: SchemaIssue
  readonly issues: readonly SchemaIssue[]
  readonly value: unknown
}

/** The entry of a text with a character that PostgreSQL does not keep: no field of a request may hold it. */
export const nulFault = {
  type: 'null_character',
  msg: 'A text may not hold the character U+0000',
} as const

/** The length of a wrong value that is returned. */
const echoLimit = 200

/**
 * Says an issue as the interface does.
 * Source: interface, 2.15; the names of types are those of FastAPI.
 *
 * @returns one entry, one for each name of a missing or unknown field; none for what another issue says better.
 */
export function entryOf({ part, issue, issues, value }: IssueContext): readonly ValidationEntry[] {
  if (isNoise(issue, issues)) return []
  const path = pathOf(issue.instancePath, value)
  const wrongPart = valueAt(path, value)
  const loc = [part, ...path]
  if (issue.keyword === 'required') {
    return namesOf(issue.params.requiredProperties).map((name) => ({
      loc: [...loc, name],
      msg: 'Field required',
      type: 'missing',
    }))
  }
  if (issue.keyword === 'additionalProperties') {
    return namesOf(issue.params.additionalProperties).map((name) => ({
      loc: [...loc, name.slice(0, echoLimit)],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    }))
  }
  const issueMessage = issueMessageOf(part, issue)
  return [
    {
      loc,
      ...issueMessage,
      ...(isEcho(wrongPart) && wrongPart !== undefined ? { input: wrongPart } : {}),
    },
  ]
}

/**
 * Tells whether a value may be said back as it is.
 *
 * @returns true for null, booleans, numbers, short texts and nothing at all.
 */
export function isEcho(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= echoLimit
  return value === null || value === undefined || typeof value !== 'object'
}

/** A closed object says each unknown field twice; a union says what each of its parts misses. */
function isNoise(issue: SchemaIssue, issues: readonly SchemaIssue[]): boolean {
  if (issue.keyword === 'boolean') return true
  if (/\/anyOf\/\d+/.test(issue.schemaPath) && issue.params.type === 'null') return true
  return (
    issue.keyword === 'anyOf' &&
    issues.some(({ schemaPath, params }) =>
      schemaPath.startsWith(`${issue.schemaPath}/anyOf/`) ? params.type !== 'null' : false,
    )
  )
}

type IssueMessage = {
  readonly msg: string
  readonly type: string
  readonly ctx?: Record<string, unknown>
}

function issueMessageOf(part: string, { keyword, params, message }: SchemaIssue): IssueMessage {
  const bound = bounds[keyword]
  if (bound !== undefined) return boundMessageOf(bound, params.limit)
  switch (keyword) {
    case 'type':
      return typeMessageOf(part, String(params.type))
    case 'enum': {
      const expected = (params.allowedValues as readonly unknown[]).map((one) => `'${one}'`)
      return {
        msg: `Input should be ${expected.join(' or ')}`,
        type: 'enum',
        ctx: { expected: expected.join(' or ') },
      }
    }
    case 'const':
      return {
        msg: `Input should be ${JSON.stringify(params.allowedValue)}`,
        type: 'literal_error',
      }
    case 'pattern':
      return {
        msg: `String should match pattern '${params.pattern}'`,
        type: 'string_pattern_mismatch',
        ctx: { pattern: params.pattern },
      }
    default:
      return { msg: `Input ${message}`, type: 'value_error' }
  }
}

/** The text before the limit, the counted unit, and FastAPI's names of the error and the limit. */
type BoundMessage = readonly [bound: string, unit: string | null, type: string, limit: string]

const bounds: Readonly<Record<string, BoundMessage>> = {
  minimum: ['Input should be greater than or equal to', null, 'greater_than_equal', 'ge'],
  maximum: ['Input should be less than or equal to', null, 'less_than_equal', 'le'],
  minLength: ['String should have at least', 'character', 'string_too_short', 'min_length'],
  maxLength: ['String should have at most', 'character', 'string_too_long', 'max_length'],
  minItems: ['List should have at least', 'item', 'too_short', 'min_length'],
  maxItems: ['List should have at most', 'item', 'too_long', 'max_length'],
}

function boundMessageOf([bound, unit, type, name]: BoundMessage, limit: unknown): IssueMessage {
  const counted = unit === null ? '' : ` ${unit}${limit === 1 ? '' : 's'}`
  return { msg: `${bound} ${limit}${counted}`, type, ctx: { [name]: limit } }
}

function typeMessageOf(part: string, type: string): IssueMessage {
  // A query holds texts only: one that is not an integer could not be read as one.
  const ending = part === 'body' ? 'type' : 'parsing'
  switch (type) {
    case 'integer':
      return { msg: 'Input should be a valid integer', type: `int_${ending}` }
    case 'number':
      return { msg: 'Input should be a valid number', type: `float_${ending}` }
    case 'boolean':
      return { msg: 'Input should be a valid boolean', type: `bool_${ending}` }
    case 'array':
      return { msg: 'Input should be a valid list', type: 'list_type' }
    case 'object':
      return { msg: 'Input should be a valid dictionary', type: 'dict_type' }
    case 'null':
      return { msg: 'Input should be null', type: 'none_required' }
    default:
      return { msg: 'Input should be a valid string', type: 'string_type' }
  }
}

function namesOf(names: unknown): readonly string[] {
  return Array.isArray(names) ? names.map(String) : []
}

/** Reads a JSON Pointer against a value, which tells indices from keys that look like them. */
function pathOf(pointer: string, value: unknown): readonly (string | number)[] {
  let part0 = value
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(part0) ? Number(key) : key
      part0 = (part0 as Record<string | number, unknown> | null | undefined)?.[step]
      return step
    })
}

function valueAt(path: readonly (string | number)[], value: unknown): unknown {
  let part0 = value
  for (const step of path)
    part0 = (part0 as Record<string | number, unknown> | null | undefined)?.[step]
  return part0
}
