import Type, { type TInteger, type TNumber, type TSchema, type TString } from 'typebox'
import type { FileIssue, FileLimit, FileRule } from './file-issue.ts'

/** After a final one, the value is not of the type that checks of the whole expect. */
export type ReaderIssue = FileIssue & { readonly isFinal: boolean }

/** A schema that may have a sentence of its own. */
export type IssueSchema = TSchema & { readonly errorMessage?: string }

export function scalarIssues(schema: IssueSchema, value: unknown): readonly ReaderIssue[] {
  if (Type.IsLiteral(schema)) {
    return value === schema.const ? [] : [valueIssue([schema.const as string | number], schema)]
  }
  if (Type.IsEnum(schema)) {
    const values = schema.enum as readonly (string | number)[]
    return values.includes(value as never) ? [] : [valueIssue(values, schema)]
  }
  if (Type.IsString(schema)) return stringIssues(schema, value)
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return numberIssues(schema, value)
  if (Type.IsBoolean(schema)) return typeof value === 'boolean' ? [] : [typeIssue('boolean', value)]
  if (Type.IsBigInt(schema)) return typeof value === 'bigint' ? [] : [typeIssue('bigint', value)]
  if (Type.IsNull(schema)) return value === null ? [] : [typeIssue('null', value)]
  return []
}

function stringIssues(schema: TString & IssueSchema, value: unknown): readonly ReaderIssue[] {
  const lengths = lengthIssues(schema, value)
  if (typeof value !== 'string') return [typeIssue('string', value), ...lengths]
  const { pattern } = schema as { readonly pattern?: string }
  if (pattern === undefined || new RegExp(pattern).test(value)) return lengths
  const rule = { kind: 'pattern', pattern: String(pattern) } as const
  return [...lengths, { ...issueBy(rule, schema), isFinal: false }]
}

function numberIssues(
  schema: (TInteger | TNumber) & IssueSchema,
  value: unknown,
): readonly ReaderIssue[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) return [typeIssue('number', value)]
  const isWhole = Type.IsInteger(schema)
  if (isWhole && !Number.isInteger(value)) return [typeIssue('int', value)]
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  const most = Number.MAX_SAFE_INTEGER
  const issues: ReaderIssue[] = []
  if (isWhole && Math.abs(value) > most) {
    const isTooSmall = value < 0
    issues.push(
      limitIssue({ isTooSmall, of: 'int', wanted: isTooSmall ? `be >=-${most}` : `be <=${most}` }),
    )
  }
  if (minimum !== undefined && value < minimum) {
    issues.push(limitIssue({ isTooSmall: true, of: 'number', wanted: `be >=${minimum}` }))
  }
  if (maximum !== undefined && maximum !== most && value > maximum) {
    issues.push(limitIssue({ isTooSmall: false, of: 'number', wanted: `be <=${maximum}` }))
  }
  return issues
}

/** Checks the length of every value that has one, so that an empty list in the place of a text is two problems. */
export function lengthIssues(schema: TSchema, value: unknown): readonly ReaderIssue[] {
  if (typeof value !== 'string' && !Array.isArray(value)) return []
  const [of, unit] = typeof value === 'string' ? ['string', 'characters'] : ['array', 'items']
  const bounds = schema as { readonly [keyword: string]: number | undefined }
  const minimum = bounds.minLength ?? bounds.minItems ?? 0
  const most = bounds.maxLength ?? bounds.maxItems ?? Infinity
  if (value.length < minimum) {
    return [limitIssue({ isTooSmall: true, of, wanted: `have >=${minimum} ${unit}` })]
  }
  if (value.length <= most) return []
  return [limitIssue({ isTooSmall: false, of, wanted: `have <=${most} ${unit}` })]
}

export function issueBy(rule: FileRule, schema?: IssueSchema): FileIssue {
  return { path: [], rule, ownMessage: schema?.errorMessage ?? null }
}

export function finalIssue(rule: FileRule, schema?: IssueSchema): ReaderIssue {
  return { ...issueBy(rule, schema), isFinal: true }
}

export function typeIssue(expected: string, value: unknown): ReaderIssue {
  return finalIssue({ kind: 'type', expected, received: typeName(value) })
}

function valueIssue(values: readonly (string | number)[], schema: IssueSchema): ReaderIssue {
  return finalIssue({ kind: 'value', values }, schema)
}

function limitIssue(limit: FileLimit): ReaderIssue {
  return { ...issueBy({ kind: 'limit', limit }), isFinal: false }
}

export function unknownKeys(keys: readonly string[], known: readonly string[]): ReaderIssue {
  return { ...issueBy({ kind: 'unknown_keys', keys, known }), isFinal: false }
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : typeof value
}
