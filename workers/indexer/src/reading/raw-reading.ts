import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { RecordedCall } from '@vaultwright/chain'
import type { ChainPrice, PositionSubject } from '@vaultwright/protocols'
import {
  type AccountantEvent,
  type Asset,
  accountantEventSchema,
  assetSchema,
  daySchema,
  type Quote,
  quoteSchema,
  type ReadFailure,
  readFailureSchema,
  type StateProof,
  type VaultStateBlock,
} from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import Compile from 'typebox/compile'
import type { QuoteSourceRef } from '../price/price-trust.ts'
import type { AllowancePairs } from './allowance.ts'
import { readCalls } from './call-text.ts'

/** The plan of a day's reading, all known before the first question. Plain JSON. */
export type VaultReadPlan = {
  /** Slug. */
  readonly chain: string
  readonly vault: Address
  readonly day: string
  readonly block: VaultStateBlock
  /** First block after the end of the day before: logs of the day begin here. */
  readonly fromBlock: string
  readonly accountant: Address | null
  readonly drones: readonly Address[]
  /** Roots that were on the Manager at or before the block, oldest first: what the vault may hold follows from their leaves. */
  readonly roots: readonly Hex[]
  /** Those of them whose tree is not stored; what they permit is not looked at. */
  readonly missingTrees: readonly Hex[]
  /** Tokens whose symbol and decimals are known without asking. */
  readonly tokens: readonly Asset[]
  /** Positions that are looked for. */
  readonly subjects: readonly PositionSubject[]
  /** Prices that the chain itself is asked for, in order of trust. */
  readonly prices: readonly ChainPrice[]
  /** Sources of prices on the chain and elsewhere, in order of trust. */
  readonly trust: readonly QuoteSourceRef[]
  /** Allowances that are asked for; not in readings of earlier versions, which asked for none. */
  readonly allowances?: AllowancePairs
  /** The values to prove beside it; absent if no proof was requested. */
  readonly proof?: ExpectedRoots
}

/** The roots that the Manager must have at the block, by what its events say. */
export type ExpectedRoots = {
  readonly manager: Address
  readonly roots: readonly { readonly strategist: Address; readonly root: Hex }[]
}

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
type StaticPlan = Static<typeof staticPlan>

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

const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const hash = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' })
const bytes = Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})*$' })
const digits = Type.String({ pattern: '^\\d+$' })
const { confidence, per } = quoteSchema.properties

const subject = Type.Object({
  reader: Type.String(),
  holder: address,
  values: Type.Record(Type.String(), Type.String()),
})

const price = Type.Union([
  Type.Object({
    kind: Type.Literal('feed'),
    asset: address,
    feed: address,
    maxAgeSeconds: Type.Integer(),
    confidence,
  }),
  Type.Object({ kind: Type.Literal('oracle'), asset: address, oracle: address, per, confidence }),
  Type.Object({
    kind: Type.Literal('rate'),
    asset: address,
    provider: address,
    per: address,
    confidence,
  }),
])

const planDay = Type.Object({
  chain: Type.String(),
  vault: address,
  day: daySchema,
  block: Type.Object({ number: digits, hash, atUnix: digits }),
  fromBlock: digits,
})

const dayKeys = Object.keys(planDay.properties)

const staticPlan = Type.Object({
  accountant: Type.Union([address, Type.Null()]),
  drones: Type.Array(address),
  roots: Type.Array(hash),
  missingTrees: Type.Array(hash),
  tokens: Type.Array(assetSchema),
  subjects: Type.Array(subject),
  prices: Type.Array(price),
  trust: Type.Array(Type.Object({ asset: address, per, source: Type.String() })),
  allowances: Type.Optional(
    Type.Object({
      pairs: Type.Array(Type.Object({ token: address, owner: address, spender: address })),
      note: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  proof: Type.Optional(
    Type.Object({
      manager: address,
      roots: Type.Array(Type.Object({ strategist: address, root: hash })),
    }),
  ),
})

const reading = {
  version: Type.Literal(1),
  plan: planDay,
  calls: Type.Array(Type.Tuple([address, bytes, Type.Union([bytes, Type.Null()])])),
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
  plan: Type.Object({ ...planDay.properties, ...staticPlan.properties }),
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
const checkScope = Compile(staticPlan)
