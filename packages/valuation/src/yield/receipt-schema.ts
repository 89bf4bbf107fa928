import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import {
  dayEndSchema,
  daySchema,
  orNull,
  shareStateSchema,
  vaultStateSchema,
} from '../base/state-schema.ts'
import { dailyFormula } from '../day/daily.ts'
import { dayFormula, firstDayFormula } from '../day/day-value.ts'
import { performanceFormulas } from './performance.ts'
import { type AnyReceipt, UnknownFormulaError } from './recompute.ts'

/** The shape of a receipt of any formula, as the HTTP interface publishes it. */
export const receiptSchema = Type.Object(
  {
    formula: Type.String({
      description:
        'Name and version of the formula: what it gives for the same inputs never changes',
      examples: ['daily@1'],
    }),
    inputs: Type.Record(Type.String(), Type.Unknown(), {
      description: 'All that the formula was given; integers are texts in base units',
    }),
    result: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What it gave: each value as `{value, reason}`, with a reason where it is not known, and `flags`',
    }),
  },
  { title: 'Receipt', additionalProperties: false },
)

const dayInputs = Type.Object({
  ...vaultStateSchema.properties,
  otherChains: Type.Optional(
    Type.Array(Type.String({ description: 'a text' }), { description: 'a list of chains' }),
  ),
})
const dailyInputs = Type.Object({ today: shareStateSchema, before: orNull(dayEndSchema) })
const performanceInputs = Type.Object({
  chain: Type.String({ description: 'a text' }),
  day: daySchema,
  last: vaultStateSchema,
  first: orNull(vaultStateSchema),
  between: Type.Array(orNull(dayEndSchema), { maxItems: 6, description: 'at most six days' }),
  others: Type.Array(
    Type.Object({
      chain: Type.String({ description: 'a text' }),
      first: orNull(vaultStateSchema),
      last: orNull(vaultStateSchema),
    }),
  ),
})

/** Something in a receipt that is of another shape. */
type ReceiptIssue = {
  /** Keys and places that lead to it from the receipt. */
  readonly path: readonly (string | number)[]
  /** The expected value, as `an address`. */
  readonly wanted: string
  /** Undefined when it is missing. */
  readonly found: unknown
}

/** A receipt of known shape, or the first thing that is wrong with it. */
type ReceiptResult =
  | { readonly ok: true; readonly receipt: AnyReceipt }
  | { readonly ok: false; readonly issue: ReceiptIssue }

/**
 * Reads a receipt from a foreign source, such as a file. The result inside it is not looked at.
 *
 * @throws {UnknownFormulaError} when it names no formula of this version.
 */
export function readReceipt(value: unknown): ReceiptResult {
  const issue = issueOf(outer, value, [])
  if (issue !== null) return { ok: false, issue }
  const receipt = value as Static<typeof outer>
  const { formula, inputs } = receipt
  const schema = inputSchemas.get(formula)
  if (schema === undefined) throw new UnknownFormulaError(formula)
  const inner = issueOf(schema, inputs, ['inputs'])
  return inner === null ? { ok: true, receipt: value as AnyReceipt } : { ok: false, issue: inner }
}

const fields = Type.Record(Type.String(), Type.Unknown(), { description: 'an object' })
/** A receipt may stand in an object with more keys. */
const outer = Type.Object({
  formula: Type.String({ description: 'a text' }),
  inputs: fields,
  result: fields,
})

const inputSchemas: ReadonlyMap<string, TSchema> = new Map<string, TSchema>([
  [firstDayFormula, vaultStateSchema],
  [dayFormula, dayInputs],
  [dailyFormula, dailyInputs],
  ...performanceFormulas.map((formula) => [formula, performanceInputs] as const),
])

/** Walks down to the first part that does not hold. */
function issueOf(schema: TSchema, value: unknown, path: ReceiptIssue['path']): ReceiptIssue | null {
  if (Value.Check(schema, value)) return null
  if (Type.IsUnion(schema)) return unionIssueOf(schema, value, path)
  if (Type.IsObject(schema) && isFields(value)) {
    for (const [key, part] of Object.entries(schema.properties)) {
      const issue = issueOf(part as TSchema, value[key], [...path, key])
      if (issue !== null) return issue
    }
  }
  if (Type.IsArray(schema)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    for (const [index, item] of items.entries()) {
      const issue = issueOf(schema.items, item, [...path, index])
      if (issue !== null) return issue
    }
  }
  return { path, wanted: wantedOf(schema), found: value }
}

/** The choice that is meant is the one whose literals hold. */
function unionIssueOf(
  schema: TSchema & { readonly anyOf: readonly TSchema[] },
  value: unknown,
  path: ReceiptIssue['path'],
): ReceiptIssue {
  const choices = schema.anyOf.filter((choice) => !Type.IsNull(choice))
  const meant = choices.length === 1 ? choices[0] : choices.find((one) => isMeant(one, value))
  const issue = meant === undefined ? null : issueOf(meant, value, path)
  return issue ?? { path, wanted: wantedOf(schema), found: value }
}

function isMeant(schema: TSchema, value: unknown): boolean {
  if (!Type.IsObject(schema) || !isFields(value)) return false
  return Object.entries(schema.properties).every(
    ([key, part]) => !(Type.IsLiteral(part) || Type.IsNull(part)) || Value.Check(part, value[key]),
  )
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wantedOf(schema: TSchema): string {
  const { description } = schema as { readonly description?: string }
  if (description !== undefined) return description
  if (Type.IsObject(schema)) return 'an object'
  if (Type.IsArray(schema)) return 'a list'
  return 'a value or null'
}
