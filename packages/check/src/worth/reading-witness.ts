import { BaseError, type Hex } from '@vaultwright/base'
import { type ReplayTerms, replayProvenReading } from '@vaultwright/outcome'
import { pieceReaderOf, type WitnessPieces } from '@vaultwright/proof'
import { readNav } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import {
  addressSchema,
  jsonDifferencesOf,
  planDaySchema,
  quoteSchema,
  readFailureSchema,
  vaultPlanSchema,
} from '@vaultwright/valuation'
import Type from 'typebox'
import Compile from 'typebox/compile'
import type { NavInputs } from './nav-input.ts'
import { type NavReport, navReportOf } from './nav-report.ts'

/**
 * Evidence for the worth of a vault at a block: pieces of its state, inputs that the maker states, and the result.
 * With the hash of the block anybody counts it again, offline.
 */
export type ReadingWitness = WitnessPieces &
  Omit<NavInputs, 'chainId' | 'hardfork'> & { readonly result: NavReport }

const format = 'vaultwright-reading'
const version = 1

const checkInputs = Compile(
  Type.Object({
    plan: Type.Object({ ...planDaySchema.properties, ...vaultPlanSchema.properties }),
    observed: Type.Array(quoteSchema, { maxItems: 10_000 }),
    failures: Type.Array(readFailureSchema, { maxItems: 10_000 }),
    logsFrom: Type.Union([Type.String({ pattern: '^\\d{1,20}$' }), Type.Null()]),
    unread: Type.Array(
      Type.Object({
        reason: Type.Union([Type.Literal('no_reader'), Type.Literal('anywhere')]),
        target: addressSchema,
        signature: Type.String(),
        route: Type.Union([Type.String(), Type.Null()]),
      }),
      { maxItems: 200_000 },
    ),
    spenders: Type.Array(addressSchema, { maxItems: 200_000 }),
  }),
)
const inputKeys = ['plan', 'observed', 'failures', 'logsFrom', 'unread', 'spenders'] as const
const pieceKeys = ['header', 'ancestors', 'nodes', 'codes'] as const
const headKeys = ['format', 'version', 'chainId', 'hardfork', 'blockHash'] as const
const reader = pieceReaderOf((part, why, cause) => new InvalidReadingError(part, why, cause))

/** Prints a witness as a file: the same witness is the same bytes. */
export function printReadingWitness(witness: ReadingWitness): string {
  const fields: Readonly<Record<string, unknown>> = { ...witness, format, version }
  const keys = [...headKeys, ...pieceKeys, ...inputKeys, 'result']
  return `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, fields[key]])))}\n`
}

/**
 * Parses a witness. Nothing of it is believed yet: `replayReadingWitness` executes it.
 *
 * @throws {InvalidReadingError} with the name of the part that is not valid.
 */
export function parseReadingWitness(text: string): ReadingWitness {
  const keys = [...headKeys, ...pieceKeys, ...inputKeys, 'result']
  const fields = reader.fields(reader.parse(text), 'the file', keys)
  if (fields.format !== format) throw new InvalidReadingError('format', `is not ${format}`)
  if (fields.version !== version) throw new InvalidReadingError('version', 'is not 1')
  const pieces = reader.pieces(fields)
  const parts = Object.fromEntries(inputKeys.map((key) => [key, fields[key]]))
  if (!checkInputs.Check(parts)) {
    const [issue] = checkInputs.Errors(parts)
    throw new InvalidReadingError(issue?.instancePath ?? 'the file', issue?.message ?? 'is wrong')
  }
  return {
    ...pieces,
    ...(parts as Omit<NavInputs, 'chainId' | 'hardfork'>),
    result: fields.result as NavReport,
  }
}

/** The facts that a caller knows of a witness from elsewhere. */
type KnownBlock = {
  readonly blockHash: Hex
  readonly chainId: number
  /** The time the EVM may run. Default: no limit. */
  readonly limit?: NonNullable<ReplayTerms['limit']>
}

/**
 * Counts the worth of a vault again from a witness and the block's hash: runs every reader on the state that follows
 * from it, values what they find, and holds the result against the one in the file.
 *
 * @returns the report, as it was computed here.
 * @throws {StateProofError} {StateMissingError} when a piece is wrong or missing, with its place.
 * @throws {InvalidReadingError} when the file says another thing than follows, or has pieces that nothing uses.
 * @throws {EvmTimeLimitError} when the limit is over.
 */
export async function replayReadingWitness(
  witness: ReadingWitness,
  { blockHash, chainId, limit }: KnownBlock,
): Promise<NavReport> {
  const { result, plan, observed, failures, logsFrom, unread, spenders, ...pieces } = witness
  if (pieces.chainId !== chainId) {
    throw new InvalidReadingError('chainId', `is ${pieces.chainId}, not ${chainId}`)
  }
  if (chainOf(chainId)?.slug !== plan.chain) {
    throw new InvalidReadingError('plan.chain', `is ${plan.chain}, which is not chain ${chainId}`)
  }
  const run = await replayProvenReading(pieces, readNav(plan), {
    blockHash,
    ...(limit === undefined ? {} : { limit }),
  })
  const { number, timestamp, hash } = run.header
  const block = { number: String(number), hash, atUnix: String(timestamp) }
  assertSame('plan.block', plan.block, block)
  assertSame('pieces', pieces, run.used)
  const { hardfork } = pieces
  const inputs = { chainId, hardfork, plan, observed, failures, logsFrom, unread, spenders }
  const report = navReportOf(inputs, run)
  assertSame('result', result, JSON.parse(JSON.stringify(report)))
  return report
}

function assertSame(part: string, stated: unknown, computed: unknown): void {
  const [difference] = jsonDifferencesOf(stated, computed)
  if (difference === undefined) return
  const place = difference.place === 'all of it' ? part : `${part}.${difference.place}`
  throw new InvalidReadingError(place, 'is not what follows from the block and the inputs')
}

/** A file is not the witness of a reading, or says what does not follow. */
export class InvalidReadingError extends BaseError {
  override readonly code = 'invalid_reading'
  override readonly kind = 'damaged_data'

  constructor(part: string, why: string, cause?: unknown) {
    super({
      message: `The witness cannot be used: ${part} ${why}. Ask for the witness again.`,
      facts: { part, why },
      cause,
    })
  }
}
