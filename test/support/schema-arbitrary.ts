import fc from 'fast-check'
import { Check } from 'typebox/schema'

/** A JSON Schema as TypeBox writes it. */
type Schema = { readonly [keyword: string]: unknown }

/** A value that breaks one rule of a schema. */
export type Mutation = {
  /** Place in the value, as in `/actions/0/route`; empty for the whole. */
  readonly at: string
  /** The rule that is broken, in words. */
  readonly what: string
  readonly value: unknown
}

/**
 * Makes values that a schema permits, as JSON can hold them.
 *
 * @param given - a schema; a keyword that is not known here throws, so that nothing is skipped in silence.
 * @returns an arbitrary whose every value the schema permits.
 */
export function arbitraryOf(given: object): fc.Arbitrary<unknown> {
  const schema = given as Schema
  for (const keyword of Object.keys(schema)) {
    if (!keywords.has(keyword)) throw new Error(`The keyword ${keyword} has no arbitrary yet.`)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if ('enum' in schema) return fc.constantFrom(...(schema.enum as readonly unknown[]))
  const options = optionsOf(schema)
  if (options !== null) return fc.oneof(...options.map(arbitraryOf))
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return arrayOf(schema)
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
      return anyJson
    default:
      throw new Error(`The type ${schema.type} has no arbitrary yet.`)
  }
}

/**
 * Makes values that a schema forbids, each a permitted one with one thing wrong.
 *
 * @param schema - a schema that forbids something.
 * @returns an arbitrary of mutations.
 */
export function mutationOf(schema: object): fc.Arbitrary<Mutation> {
  return arbitraryOf(schema).chain((value) => fc.constantFrom(...mutate(schema, value)))
}

/**
 * Breaks a value in every way that its schema knows.
 *
 * @param schema - the schema.
 * @param value - what it permits.
 * @returns one value for each place and rule, all of them forbidden; the given one stays as it is.
 */
export function mutate(schema: object, value: unknown): readonly Mutation[] {
  return mutationsOf(schema as Schema, value).filter((made) => !Check(schema as never, made.value))
}

const keywords = new Set(
  `type properties required additionalProperties patternProperties items additionalItems prefixItems
  minItems maxItems uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf const enum anyOf oneOf title description examples default deprecated
  readOnly writeOnly $id $comment minProperties maxProperties`.split(/\s+/),
)

/** Field names that reach into objects have tests of their own: here they would hide what is wrong. */
const isPlainKey = (key: string) => !['__proto__', 'constructor', 'prototype'].includes(key)
const keyText = fc.string({ minLength: 1, maxLength: 12 }).filter(isPlainKey)

const anyJson: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)))
  .filter((value) => !JSON.stringify(value).includes('"__proto__"'))

function optionsOf(schema: Schema): readonly Schema[] | null {
  return (schema.anyOf ?? schema.oneOf ?? null) as readonly Schema[] | null
}

function propertiesOf(schema: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>)
}

function requiredOf(schema: Schema): readonly string[] {
  return (schema.required ?? []) as readonly string[]
}

/** The schema of a record's further fields, and the names they may have; null when there are none. */
function furtherOf(schema: Schema): { readonly key: RegExp | null; readonly value: Schema } | null {
  const [pattern] = Object.entries((schema.patternProperties ?? {}) as Record<string, Schema>)
  if (pattern !== undefined) return { key: new RegExp(pattern[0]), value: pattern[1] }
  const further = schema.additionalProperties
  return typeof further === 'object' ? { key: null, value: further as Schema } : null
}

function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    propertiesOf(schema).map(([key, field]) => [key, arbitraryOf(field)]),
  )
  const knownFields = fc.record(fields, {
    requiredKeys: requiredOf(schema) as never[],
    noNullPrototype: true,
  })
  const further = furtherOf(schema)
  if (further === null) return knownFields
  const isOpen = further.key === null || further.key.test('any key')
  const key = isOpen ? keyText : fc.stringMatching(further.key!)
  const names = key.filter((name) => isPlainKey(name) && !(name in fields))
  const most = Math.min(Number(schema.maxProperties ?? 4), 4)
  const record = fc.dictionary(names, arbitraryOf(further.value), {
    minKeys: Number(schema.minProperties ?? 0),
    maxKeys: most,
    noNullPrototype: true,
  })
  return fc.tuple(record, knownFields).map(([more, fixed]) => ({ ...more, ...(fixed as object) }))
}

/** The schemas of a tuple's places; null when all items have one schema. */
function placesOf(schema: Schema): readonly Schema[] | null {
  const places = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : null)
  return places as readonly Schema[] | null
}

function arrayOf(schema: Schema): fc.Arbitrary<unknown> {
  const places = placesOf(schema)
  if (places !== null) return fc.tuple(...places.map(arbitraryOf))
  const minLength = Number(schema.minItems ?? 0)
  const maxLength = Math.min(Number(schema.maxItems ?? minLength + 3), minLength + 3)
  const item = arbitraryOf((schema.items ?? {}) as Schema)
  return schema.uniqueItems === true
    ? fc.uniqueArray(item, { minLength, maxLength, selector: (one) => JSON.stringify(one) })
    : fc.array(item, { minLength, maxLength })
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const minLength = Number(schema.minLength ?? 0)
  const longest = Number(schema.maxLength ?? Number.POSITIVE_INFINITY)
  const isLong = (text: string) => [...text].length >= minLength && [...text].length <= longest
  if (schema.pattern !== undefined) {
    return fc.stringMatching(new RegExp(schema.pattern as string)).filter(isLong)
  }
  if (schema.format === 'date-time') return moment
  if (schema.format === 'date') return moment.map((text) => text.slice(0, 10))
  if (schema.format !== undefined) throw new Error(`The format ${schema.format} has no arbitrary.`)
  const maxLength = Math.min(longest, minLength + 60)
  const bound = { minLength, maxLength }
  return fc
    .oneof(
      fc.string(bound),
      fc.string({ ...bound, unit: 'binary' }),
      // The bounds themselves, which random lengths seldom meet.
      fc.constantFrom('a'.repeat(minLength), 'a'.repeat(Math.min(longest, 500))),
    )
    .filter(isLong)
}

/** As the interface writes times: UTC, whole seconds. */
const moment = fc
  .integer({ min: 0, max: 4_102_444_799 })
  .map((unix) => new Date(unix * 1000).toISOString().replace('.000Z', 'Z'))

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const step = Number(schema.multipleOf ?? 1)
  if (schema.type === 'integer' || schema.multipleOf !== undefined) {
    const above = schema.exclusiveMinimum === undefined ? 0 : 1
    const below = schema.exclusiveMaximum === undefined ? 0 : 1
    const minimum = Number(schema.minimum ?? schema.exclusiveMinimum ?? -(2 ** 40))
    const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? 2 ** 40)
    const min = Math.ceil(minimum / step) + (Number.isInteger(minimum / step) ? above : 0)
    const max = Math.floor(most / step) - (Number.isInteger(most / step) ? below : 0)
    return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)).map((n) => n * step + 0)
  }
  const bounds = {
    min: Number(schema.minimum ?? schema.exclusiveMinimum ?? -1e12),
    max: Number(schema.maximum ?? schema.exclusiveMaximum ?? 1e12),
    minExcluded: schema.exclusiveMinimum !== undefined,
    maxExcluded: schema.exclusiveMaximum !== undefined,
  }
  // JSON writes -0 as 0.
  return fc.double({ ...bounds, noNaN: true }).map((n) => n + 0)
}

function mutationsOf(schema: Schema, value: unknown): readonly Mutation[] {
  const whole = (what: string, made: unknown): Mutation => ({ at: '', what, value: made })
  const wrong = wrongTypes.map((made) => whole(`is ${JSON.stringify(made)}`, made))
  const options = optionsOf(schema)
  if (options !== null) {
    const chosen = options.filter((option) => Check(option as never, value))
    return [...wrong, ...chosen.flatMap((option) => mutationsOf(option, value))]
  }
  if (Array.isArray(value)) return [...wrong, ...itemMutations(schema, value)]
  if (typeof value === 'object' && value !== null) {
    return [...wrong, ...fieldMutations(schema, value as Readonly<Record<string, unknown>>)]
  }
  if (typeof value === 'string') return [...wrong, ...textMutations(schema, value)]
  if (typeof value === 'number') return [...wrong, ...numberMutations(schema)]
  return wrong
}

const wrongTypes: readonly unknown[] = [null, true, 7, 0.5, 'zzz', [], [[]], {}, { zzz: 1 }]

function fieldMutations(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
): readonly Mutation[] {
  const fields = new Map(propertiesOf(schema))
  const further = furtherOf(schema)
  const missing = requiredOf(schema).map((key) => {
    const { [key]: _gone, ...fields } = value
    return { at: `/${key}`, what: 'is missing', value: fields }
  })
  const inside = Object.entries(value).flatMap(([key, field]) =>
    mutationsOf(fields.get(key) ?? further?.value ?? {}, field).map((made) =>
      inPlace(key, made, { ...value, [key]: made.value }),
    ),
  )
  const added = { at: '/zzz', what: 'is unknown', value: { ...value, zzz: 1 } }
  return [...missing, ...inside, added]
}

function itemMutations(schema: Schema, value: readonly unknown[]): readonly Mutation[] {
  const places = placesOf(schema)
  const inside = value.flatMap((item, index) =>
    mutationsOf(places?.[index] ?? ((schema.items ?? {}) as Schema), item).map((made) =>
      inPlace(String(index), made, value.with(index, made.value)),
    ),
  )
  const most = Number(schema.maxItems ?? places?.length ?? 0)
  const filler = value[0] ?? null
  const many = Array.from({ length: most + 1 }, (_, index) => value[index] ?? filler)
  return [
    ...inside,
    { at: '', what: 'is too short', value: value.slice(0, -1) },
    { at: '', what: 'is too long', value: many },
    { at: '', what: 'says a thing twice', value: [filler, filler] },
  ]
}

function textMutations(schema: Schema, value: string): readonly Mutation[] {
  const longest = Number(schema.maxLength ?? 0)
  const replacements: readonly (readonly [string, string])[] = [
    ['is empty', ''],
    ['is too long', value.padEnd(longest + 1, 'a')],
    ['has a space before it', ` ${value}`],
    ['has a line end', `${value}\n`],
    ['has a character outside ASCII', `${value}\u0430`],
    ['has a NUL', `${value}\u0000`],
    ['has lost its end', value.slice(0, -1)],
    ['is in upper case', value.toUpperCase()],
  ]
  return replacements.map(([what, text]) => ({ at: '', what, value: text }))
}

function numberMutations(schema: Schema): readonly Mutation[] {
  const bounds = [schema.minimum, schema.exclusiveMinimum, schema.maximum, schema.exclusiveMaximum]
  const numbers = bounds.filter((bound) => typeof bound === 'number')
  const beside = [...numbers.flatMap((bound) => [bound - 1, bound, bound + 1]), -1, 1e300, -1e300]
  return beside.map((made) => ({ at: '', what: `is ${made}`, value: made }))
}

function inPlace(key: string, made: Mutation, value: unknown): Mutation {
  const token = key.replaceAll('~', '~0').replaceAll('/', '~1')
  return { at: `/${token}${made.at}`, what: made.what, value }
}
