import { BaseError } from '@vaultwright/base'
import type { RecordedCall } from '@vaultwright/chain'
import type { VaultReadPlan } from '@vaultwright/protocols'
import {
  type AccountantEvent,
  accountantEventSchema,
  addressSchema,
  planDaySchema,
  type Quote,
  quoteSchema,
  type ReadFailure,
  readFailureSchema,
  type StateProof,
  vaultPlanSchema,
} from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import Compile from 'typebox/compile'
import { readCalls } from './call-text.ts'

/** A day as it was read: the questions, the answers, and what came from elsewhere than the chain. Plain JSON. */
export type RawReading = {
  readonly version: 1
  readonly plan: VaultReadPlan
  /** Each call that was made, once, with its answer. */
  readonly calls: readonly RecordedCall[]
  /** The accountant's reports from `fromBlock` to the block; null if the logs could not be read. */
  readonly events: readonly AccountantEvent[] | null
  /** Prices from outside the chain, in order of trust. */
  readonly observed: readonly Quote[]
  /** Sources outside the chain that gave none. */
  readonly failures: readonly ReadFailure[]
  /** The part that was proven; absent if no proof was requested. */
  readonly proof?: StateProof
}

/**
 * Reads a reading as it was kept.
 *
 * @throws {RawReadingError} if it is not valid, or of a version that is not known.
 */
export function parseRawReading(text: string): RawReading {
  return parseInParts(text) ?? parseWhole(text)
}

/**
 * The texts that end the day of a plan, and begin its calls. No text inside JSON has these: its
 * quotes are escaped.
 */
const [seamInPlan, seam] = [',"accountant":', '},"calls":[']

/** The plan and the calls are most of the text, and the same from day to day: null where it is printed otherwise. */
function parseInParts(text: string): RawReading | null {
  const middle = text.indexOf(seamInPlan)
  const start = text.indexOf(seam, middle)
  const storedCalls = middle < 0 || start < 0 ? null : readCalls(text, start + seam.length)
  if (storedCalls === null || text[storedCalls.end] !== ',') return null
  const { calls, end } = storedCalls
  try {
    // Two objects are open where the seams are, or this is not JSON: the plan and the whole.
    const begin: { readonly plan?: object } = JSON.parse(`${text.slice(0, middle)}}}`)
    const fields: object = JSON.parse(`{${text.slice(end + 1)}`)
    if (Object.keys(begin).join() !== 'version,plan') return null
    if ('version' in fields || 'plan' in fields || 'calls' in fields) return null
    const scope = staticPlanIn(text.slice(middle + 1, start))
    if (scope === null || !checkParts.Check({ ...begin, calls: [], ...fields })) return null
    const value: unknown = { ...begin, plan: { ...begin.plan, ...scope }, calls, ...fields }
    return value as RawReading
  } catch {
    return null
  }
}

/** The part of a plan that stays from day to day. */
type StaticPlan = Static<typeof vaultPlanSchema>

let lastScope: { readonly text: string; readonly scope: StaticPlan } | null = null

function staticPlanIn(text: string): StaticPlan | null {
  if (lastScope?.text === text) return lastScope.scope
  const scope: unknown = JSON.parse(`{${text}}`)
  if (!checkScope.Check(scope) || dayKeys.some((key) => key in scope)) return null
  lastScope = { text, scope }
  return scope
}

function parseWhole(text: string): RawReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RawReadingError('it is not JSON')
  }
  if (check.Check(value)) return value as RawReading
  const [issue] = check.Errors(value)
  throw new RawReadingError(
    `${issue?.instancePath || 'it'} ${issue?.message ?? 'is of another shape'}`,
  )
}

/**
 * Prints a reading to be kept.
 *
 * @returns JSON without spaces, keys in the order in which they were made.
 */
export function printRawReading(reading: RawReading): string {
  return JSON.stringify(reading)
}

const bytes = Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})*$' })

const reading = {
  version: Type.Literal(1),
  plan: planDaySchema,
  calls: Type.Array(Type.Tuple([addressSchema, bytes, Type.Union([bytes, Type.Null()])])),
  events: Type.Union([Type.Array(accountantEventSchema), Type.Null()]),
  observed: Type.Array(quoteSchema),
  failures: Type.Array(readFailureSchema),
  proof: Type.Optional(
    Type.Object({
      values: Type.Array(Type.String()),
      note: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
}

/** The shape of a kept reading: it comes from a database, which others may write to. */
const rawReadingSchema = Type.Object({
  ...reading,
  plan: Type.Object({ ...planDaySchema.properties, ...vaultPlanSchema.properties }),
})

/** The stored text is not a reading. */
export class RawReadingError extends BaseError {
  override readonly code = 'raw_reading'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `A kept reading cannot be read: ${why}. Restore the database from a backup, or read the day again.`,
      facts: { why },
    })
  }
}

const check = Compile(rawReadingSchema)
const checkParts = Compile(Type.Object(reading))
const checkScope = Compile(vaultPlanSchema)
const dayKeys = Object.keys(planDaySchema.properties)
