import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { ChainPrice, ContractReadResult, PositionSubject } from '@vaultwright/protocols'
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
  type VaultStateBlock,
} from '@vaultwright/valuation'
import Type from 'typebox'
import Compile from 'typebox/compile'
import type { QuoteSourceRef } from '../price/price-book.ts'

/** What a day's reading is to ask, all known before the first question. Plain JSON. */
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
}

/** A day as it was read: the questions, the answers, and what came from elsewhere than the chain. Plain JSON. */
export type RawReading = {
  readonly version: 1
  readonly plan: VaultReadPlan
  /** Each call that was made, once, with its answer. */
  readonly calls: readonly (readonly [to: Address, data: Hex, answer: ContractReadResult])[]
  /** What the accountant reported from `fromBlock` to the block; null when the logs could not be read. */
  readonly events: readonly AccountantEvent[] | null
  /** Prices from outside the chain, in order of trust. */
  readonly observed: readonly Quote[]
  /** Sources outside the chain that gave none. */
  readonly failures: readonly ReadFailure[]
}

/**
 * Reads a reading as it was kept.
 *
 * @throws {RawReadingError} if it is not valid, or of a version that is not known.
 */
export function parseRawReading(text: string): RawReading {
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

const plan = Type.Object({
  chain: Type.String(),
  vault: address,
  day: daySchema,
  block: Type.Object({ number: digits, hash, atUnix: digits }),
  fromBlock: digits,
  accountant: Type.Union([address, Type.Null()]),
  drones: Type.Array(address),
  roots: Type.Array(hash),
  missingTrees: Type.Array(hash),
  tokens: Type.Array(assetSchema),
  subjects: Type.Array(subject),
  prices: Type.Array(price),
  trust: Type.Array(Type.Object({ asset: address, per, source: Type.String() })),
})

/** The shape of a kept reading: it comes from a database, which others may write to. */
const rawReadingSchema = Type.Object({
  version: Type.Literal(1),
  plan,
  calls: Type.Array(Type.Tuple([address, bytes, Type.Union([bytes, Type.Null()])])),
  events: Type.Union([Type.Array(accountantEventSchema), Type.Null()]),
  observed: Type.Array(quoteSchema),
  failures: Type.Array(readFailureSchema),
})

/** What was kept is not a reading. */
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
