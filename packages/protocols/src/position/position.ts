import type { Address } from '@vaultwright/base'
import type { FeeGrowth, GrowthIndex, Quote, ReadFailure } from '@vaultwright/valuation'
import type { Claim } from '../action/match.ts'
import type { Reading } from '../reading/reading.ts'
import type { MovableKind, SpotTerms } from './spot.ts'

/** The subject of a reader, as plain JSON: it is kept with the answers, so that both can be read again. */
export type PositionSubject = {
  /** Name of the reader, as `aave_v3`. */
  readonly reader: string
  /** The vault, or a drone. */
  readonly holder: Address
  /** The reader's inputs, by its own names: addresses, ids, signatures as text. */
  readonly values: Readonly<Record<string, string>>
}

/** Something that is held, in base units of a token whose symbol and decimals are read elsewhere. */
export type HoldingResult = {
  readonly protocol: string
  readonly holder: Address
  readonly asset: Address
  /** Below zero when it is owed. Holdings of nothing are left out, but for those that earn fees. */
  readonly amount: bigint
  readonly index: GrowthIndex | null
  readonly maturityUnix: bigint | null
  /** Only of liquidity, where its pool tells. */
  readonly fees?: FeeGrowth
  /** The account that counts what it has of a token as its holders': whoever sends it some moves this amount. */
  readonly donation?: { readonly token: Address; readonly to: Address }
  /** Only in a pool whose state a trade moves. */
  readonly spot?: SpotTerms
}

/** The result of a reader. */
export type PositionResult = {
  readonly holdings: readonly HoldingResult[]
  /** Prices that the protocol itself tells, as the rate of a wrapped token; in the order of trust. */
  readonly quotes: readonly QuoteResult[]
  /** Tokens of holders that stand for the holdings here: a reader of tokens must not count them again. */
  readonly receipts: readonly { readonly holder: Address; readonly asset: Address }[]
  readonly failures: readonly ReadFailure[]
}

/** A price in base units, as contracts tell it: `amount` base units of `asset` are `worth` base units of `per`. */
export type QuoteResult = Pick<Quote, 'source' | 'kind'> & {
  readonly asset: Address
  readonly per: Address
  readonly amount: bigint
  readonly worth: bigint
}

/** When a subject is read. */
export type ReadMoment = {
  /** Time of the block that is read at: what grows by the second is counted until then. */
  readonly atUnix: bigint
}

/** A reader of a protocol's positions: it finds them in leaves and reads them from a chain. */
export type PositionReader = {
  readonly name: string
  /** The way in which others can move its amounts, or the prices that it tells. */
  readonly movable: MovableKind
  /**
   * Tells what a vault may hold, which follows from what it may call.
   * @param claims - leaves of its trees, read as actions.
   * @param vault - the vault itself, for claims without a drone.
   * @returns subjects, each once.
   */
  readonly subjectsOf: (claims: readonly Claim[], vault: Address) => readonly PositionSubject[]
  /** Reads a subject; a subject of another reader, or a damaged one, is a failure in what it finds. */
  readonly read: (subject: PositionSubject, moment: ReadMoment) => Reading<PositionResult>
}
