import Type, {
  type Static,
  type StaticDecode,
  type TArray,
  type TObject,
  type TRecord,
  type TSchema,
  type TUnion,
} from 'typebox'
import type { FileIssue } from './file-issue.ts'
import {
  finalIssue,
  type IssueSchema,
  issueBy,
  lengthIssues,
  type ReaderIssue,
  scalarIssues,
  typeIssue,
  unknownKeys,
} from './file-scalar.ts'

/** The value that a schema reads from a file, or every problem. */
type FileResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly FileIssue[] }

/** Reads the value of a file. */
export type FileReader<Value> = (value: unknown) => FileResult<Value>

/** The value of a reader of files. */
export type FileReadBy<Reader> = Reader extends FileReader<infer Value> ? Value : never

/** A problem that a check finds: where, from the value that it judges, and the sentence. */
export type FileProblem = { readonly path: FileIssue['path']; readonly message: string }

/**
 * Makes the reader of files that people write: it reports everything that is wrong at once.
 *
 * Codecs are decoded, and may refuse with `refused`. Beside the keywords of JSON Schema it knows
 * `errorMessage` (instead of the sentence for a value, pattern or union), `propertyNames` of a record,
 * `discriminator` of a union, and what `withChecks` and `normalized` add.
 */
export function fileReaderOf<Schema extends TSchema>(
  schema: Schema,
): FileReader<StaticDecode<Schema>> {
  return (value) => {
    const { value: result, issues } = readValue(schema, value, {})
    return issues.length > 0
      ? { ok: false, issues: issues.map(({ isFinal: _, ...issue }) => issue) }
      : { ok: true, value: result as StaticDecode<Schema> }
  }
}

/** Adds a check of a value as it is written; it runs where types are right, though patterns may not be. */
export function withChecks<Schema extends TSchema>(
  schema: Schema,
  problemsOf: (value: Static<Schema>) => readonly FileProblem[],
): Schema {
  return withHidden(schema, checks, problemsOf)
}

/** Reads a value in another spelling of it. */
export function normalized<Schema extends TSchema>(
  schema: Schema,
  normalize: (value: unknown) => unknown,
): Schema {
  return withHidden(schema, normalization, normalize)
}

/** Refuses a value inside a codec. Codecs of codecs stop with it, so it is thrown; the reader catches it. */
export function refused(issues: readonly (FileProblem | FileIssue)[]): never {
  throw Object.assign(new Error('refused'), { [refusal]: issues.map(issueOf) })
}

const checks = '~checks'
const normalization = '~normalization'
const refusal = Symbol('refusal')

type Outcome = {
  readonly value: unknown
  readonly issues: readonly ReaderIssue[]
  /** True if the value cannot be of this choice of a union. */
  readonly isAborted: boolean
}
type Definitions = { readonly [name: string]: TSchema }
type FileFields = Readonly<Record<string, unknown>>
type Annotated = IssueSchema & {
  readonly [checks]?: (value: unknown) => readonly FileProblem[]
  readonly [normalization]?: (value: unknown) => unknown
}
type ReadInput = { readonly value: unknown; readonly definitions: Definitions }

function readValue(schema: Annotated, written: unknown, definitions: Definitions): Outcome {
  const normalize = schema[normalization]
  const raw = normalize === undefined ? written : normalize(written)
  const parts = partsOf(schema, { value: raw, definitions })
  const problems = parts.issues.some(isFinal) ? [] : (schema[checks]?.(raw) ?? [])
  const more = problems.map((problem) => ({ ...issueOf(problem), isFinal: false }))
  const issues = more.length === 0 ? parts.issues : [...parts.issues, ...more]
  if (!Type.IsCodec(schema)) {
    return { value: parts.value, issues, isAborted: parts.isAborted || issues.some(isFinal) }
  }
  if (issues.some(isOfValue)) {
    return { value: raw, issues, isAborted: parts.issues.some(isOfValue) }
  }
  const { decode } = schema['~codec'] as { readonly decode: (value: unknown) => unknown }
  try {
    return outcomeOf(decode(parts.value), issues)
  } catch (error) {
    return outcomeOf(raw, [...issues, ...refusalOf(error)])
  }
}

function partsOf(schema: Annotated, input: ReadInput): Outcome {
  const { value, definitions } = input
  if (Type.IsCyclic(schema)) return readValue(schema.$defs[schema.$ref]!, value, schema.$defs)
  if (Type.IsRef(schema)) return readValue(definitions[schema.$ref]!, value, definitions)
  if (Type.IsObject(schema)) return objectOf(schema, input)
  if (Type.IsArray(schema)) return arrayOf(schema, input)
  if (Type.IsRecord(schema)) return recordOf(schema, input)
  if (Type.IsUnion(schema)) return unionOf(schema, input)
  return outcomeOf(value, scalarIssues(schema, value))
}

function objectOf(schema: TObject & Annotated, { value, definitions }: ReadInput): Outcome {
  if (!isRow(value)) return outcomeOf(value, [typeIssue('object', value)])
  const { properties } = schema
  const { additionalProperties: additional } = schema as { readonly additionalProperties?: unknown }
  const fields: Record<string, unknown> = {}
  const issues: ReaderIssue[] = []
  const readKey = (key: string, part: TSchema) => {
    const outcome = readValue(part, value[key], definitions)
    for (const issue of outcome.issues) issues.push(below(key, issue))
    fields[key] = outcome.value
  }
  for (const [key, part] of Object.entries(properties)) {
    if (value[key] !== undefined || !Type.IsOptional(part)) readKey(key, part)
  }
  const extras = Object.keys(value).filter((key) => !Object.hasOwn(properties, key))
  if (additional === false && extras.length > 0)
    issues.push(unknownKeys(extras, Object.keys(properties)))
  if (typeof additional === 'object') {
    for (const key of extras) if (key !== '__proto__') readKey(key, additional as TSchema)
  }
  return outcomeOf(fields, issues)
}

function arrayOf(schema: TArray & Annotated, { value, definitions }: ReadInput): Outcome {
  if (!Array.isArray(value)) {
    return outcomeOf(value, [typeIssue('array', value), ...lengthIssues(schema, value)])
  }
  const issues: ReaderIssue[] = []
  const items = value.map((item, place) => {
    const outcome = readValue(schema.items, item, definitions)
    for (const issue of outcome.issues) issues.push(below(place, issue))
    return outcome.value
  })
  return outcomeOf(items, [...issues, ...lengthIssues(schema, value)])
}

function recordOf(schema: TRecord & Annotated, { value, definitions }: ReadInput): Outcome {
  if (!isRow(value)) return outcomeOf(value, [typeIssue('record', value)])
  const names = (schema as { readonly propertyNames?: TSchema }).propertyNames
  const [part] = Object.values(schema.patternProperties) as TSchema[]
  const fields: Record<string, unknown> = {}
  const issues: ReaderIssue[] = []
  const unknown: string[] = []
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') continue
    const wrong = names === undefined ? [] : readValue(names, key, definitions).issues
    if (wrong.length > 0) {
      if (Type.IsEnum(names!)) unknown.push(key)
      else issues.push({ ...issueBy({ kind: 'key', issues: wrong }), path: [key], isFinal: true })
      continue
    }
    const outcome = readValue(part!, item, definitions)
    for (const issue of outcome.issues) issues.push(below(key, issue))
    fields[key] = outcome.value
  }
  if (unknown.length === 0) return outcomeOf(fields, issues)
  const choices = Type.IsEnum(names!) ? names.enum.map(String) : []
  return outcomeOf(fields, [...issues, unknownKeys(unknown, choices)])
}

function unionOf(schema: TUnion & Annotated, { value, definitions }: ReadInput): Outcome {
  const choices = schema.anyOf.filter((choice) => !Type.IsNull(choice))
  if (choices.length < schema.anyOf.length) {
    if (value === null) return outcomeOf(null, [])
    if (choices.length === 1) return readValue(choices[0]!, value, definitions)
  }
  const { discriminator } = schema as { readonly discriminator?: string }
  if (discriminator !== undefined) {
    if (!isRow(value)) return outcomeOf(value, [typeIssue('object', value)])
    const isMeant = (choice: TSchema) => {
      const kind = (choice as TObject).properties[discriminator]!
      return readValue(kind, value[discriminator], definitions).issues.length === 0
    }
    const meant = choices.find(isMeant)
    if (meant !== undefined) return readValue(meant, value, definitions)
    const issue = finalIssue({ kind: 'union', choices: [] }, schema)
    return outcomeOf(value, [below(discriminator, issue)])
  }
  const outcomes: Outcome[] = []
  for (const choice of choices) {
    const outcome = readValue(choice, value, definitions)
    if (outcome.issues.length === 0) return outcome
    outcomes.push(outcome)
  }
  const [meant, ...further] = outcomes.filter(({ isAborted }) => !isAborted)
  if (meant !== undefined && further.length === 0) return meant
  const rule = { kind: 'union', choices: outcomes.map(({ issues }) => issues) } as const
  return outcomeOf(value, [finalIssue(rule, schema)])
}

/** Beside the schema's own keywords, so that nothing of it is published. */
function withHidden<Schema extends TSchema>(schema: Schema, name: string, value: unknown): Schema {
  const parts = Object.getOwnPropertyDescriptors(schema)
  return Object.defineProperties({}, { ...parts, [name]: { value } }) as Schema
}

function outcomeOf(value: unknown, issues: readonly ReaderIssue[]): Outcome {
  return { value, issues, isAborted: issues.some(isFinal) }
}

/** Keys too many say nothing of the value that is decoded. */
function isOfValue({ rule }: ReaderIssue): boolean {
  return rule.kind !== 'unknown_keys'
}

function isFinal(issue: ReaderIssue): boolean {
  return issue.isFinal
}

function isRow(value: unknown): value is FileFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function below(key: string | number, issue: ReaderIssue): ReaderIssue {
  return { ...issue, path: [key, ...issue.path] }
}

function issueOf(problem: FileProblem | FileIssue): FileIssue {
  if ('rule' in problem) return problem
  return { path: problem.path, rule: { kind: 'other' }, ownMessage: problem.message }
}

function refusalOf(error: unknown): readonly ReaderIssue[] {
  const refusedIssues = (error as { readonly [refusal]?: readonly FileIssue[] })[refusal]
  if (refusedIssues === undefined) throw error
  return refusedIssues.map((issue) => ({ ...issue, isFinal: true }))
}
