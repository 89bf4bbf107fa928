import Type, { type StaticDecode, type TSchema } from 'typebox'
import Compile from 'typebox/compile'
import { Settings } from 'typebox/system'

/** Something in a value that its schema does not permit. */
export type ReadIssue = {
  /** The keys and places that lead to it; a missing or unknown key is the last of them. */
  readonly path: readonly (string | number)[]
  /** The keyword of the schema that it breaks: `type`, `pattern`, `required`, `~refine` … */
  readonly keyword: string
  /** The requirement of the keyword, as TypeBox gives it. */
  readonly params: { readonly [name: string]: unknown }
  /** The problem, after the name of the part: `must be string`. */
  readonly message: string
}

/** The value that a schema reads, or its problems. */
type SchemaResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: () => readonly ReadIssue[] }

/** Reads values of unknown shape. */
export type SchemaReader<Value> = (value: unknown) => SchemaResult<Value>

/** The value of a reader. */
export type ReadBy<Reader> = Reader extends SchemaReader<infer Value> ? Value : never

/**
 * Makes the reader of a schema. The schema is compiled when the first value is read.
 *
 * Keys that an object's schema does not name are left out, codecs are decoded. What a `Ref` or a
 * `Cyclic` leads to is checked and stays as it is.
 */
export function readerOf<Schema extends TSchema>(
  schema: Schema,
): SchemaReader<StaticDecode<Schema>> {
  let compiled: Compiled | null = null
  return (value) => {
    compiled ??= compile(schema)
    const { check, decode } = compiled
    if (!check.Check(value)) return { ok: false, issues: () => issuesOf(compiled!, value) }
    return {
      ok: true,
      value: (decode === null ? value : decode(value as never)) as StaticDecode<Schema>,
    }
  }
}

type Decode = (value: never) => unknown
type SchemaCheck = { Check(value: unknown): boolean; Errors(value: unknown): readonly Raised[] }
type Compiled = { readonly check: SchemaCheck; readonly decode: Decode | null }
type Raised = {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}
type Row = Readonly<Record<string, unknown>>

function compile(schema: TSchema): Compiled {
  return { check: Compile(schema), decode: decodeOf(schema) }
}

/** Null for a schema whose values stay as they are. */
function decodeOf(schema: TSchema): Decode | null {
  const inner = partsDecodeOf(schema)
  if (!Type.IsCodec(schema)) return inner
  const { decode } = schema['~codec'] as { readonly decode: Decode }
  return inner === null ? decode : (value: never) => decode(inner(value) as never)
}

function partsDecodeOf(schema: TSchema): Decode | null {
  if (Type.IsObject(schema)) return objectDecodeOf(schema.properties)
  if (Type.IsArray(schema)) {
    const item = decodeOf(schema.items)
    return item === null ? null : (list: readonly never[]) => list.map((value) => item(value))
  }
  if (Type.IsRecord(schema)) {
    const [value] = Object.values(schema.patternProperties)
    const decode = value === undefined ? null : decodeOf(value)
    return decode === null ? null : (row: Row) => mapped(row, decode)
  }
  return Type.IsUnion(schema) ? unionDecodeOf(schema.anyOf) : null
}

function objectDecodeOf(properties: Readonly<Record<string, TSchema>>): Decode {
  const keys = Object.entries(properties).map(([key, schema]) => [key, decodeOf(schema)] as const)
  return (row: Row) => {
    const fields: Record<string, unknown> = {}
    for (const [key, decode] of keys) {
      const value = row[key]
      if (value === undefined) continue
      fields[key] = decode === null ? value : decode(value as never)
    }
    return fields
  }
}

function mapped(row: Row, decode: Decode): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, decode(value as never)]),
  )
}

/** The first choice that holds is the one that is meant. */
function unionDecodeOf(choices: readonly TSchema[]): Decode | null {
  const some = choices.filter((choice) => !Type.IsNull(choice))
  if (some.length === 1) {
    const decode = decodeOf(some[0]!)
    return decode === null ? null : (value) => (value === null ? null : decode(value))
  }
  const compiled = choices.map(compile)
  if (compiled.every(({ decode }) => decode === null)) return null
  return (value) => {
    const { decode } = compiled.find(({ check }) => check.Check(value))!
    return decode === null ? value : decode(value)
  }
}

/** More cannot be corrected at once: a text of some megabytes may be wrong everywhere. */
const maxIssues = 100

function issuesOf({ check }: Compiled, value: unknown): readonly ReadIssue[] {
  // TypeBox counts errors for the whole process; other callers keep their count.
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: maxIssues })
  try {
    return check.Errors(value).flatMap((raised) => issuesIn(raised, value))
  } finally {
    Settings.Set({ maxErrors })
  }
}

function issuesIn({ keyword, instancePath, params, message }: Raised, value: unknown) {
  const path = pathOf(instancePath, value)
  // An unknown key breaks `false`, too, which says nothing more.
  if (keyword === 'boolean') return []
  const lists = params as { readonly [name: string]: readonly string[] | undefined }
  const missing = keyword === 'required' ? lists.requiredProperties : undefined
  const unknown = keyword === 'additionalProperties' ? lists.additionalProperties : undefined
  const keys = missing ?? unknown
  if (keys === undefined) return [{ path, keyword, params: { ...params }, message }]
  const what = missing === undefined ? 'is not a key here' : 'is missing'
  return keys.map((key) => ({
    path: [...path, key],
    keyword,
    params: { ...params },
    message: what,
  }))
}

/** A place in a list is a number; a key of an object stays text, though it be digits. */
function pathOf(pointer: string, value: unknown): readonly (string | number)[] {
  let part = value
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
      const isPlace = Array.isArray(part)
      part = (part as Row | null | undefined)?.[key]
      return isPlace ? Number(key) : key
    })
}
