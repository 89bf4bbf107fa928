import type { Hex } from '@vaultwright/base'
import { type EvmTimeLimit, rulesAfter } from '@vaultwright/evm'
import {
  InvalidWitnessError,
  openWitness,
  type ProvenHeader,
  piecesOf,
  type Witness,
  type WitnessPieces,
} from '@vaultwright/proof'
import type { Reading } from '@vaultwright/protocols'
import { openProvenReader, type ProvenReadingRun, runProvenReading } from './read-proven.ts'
import { type ProvenExecution, type ProvenSimulation, simulateProven } from './simulate-proven.ts'

/** The terms of a replay that may differ from the run that made the witness. */
export type ReplayTerms = {
  /** Another time for the block that the transaction is in, unix seconds; the witness's own when not given. */
  readonly atUnix?: bigint
  /** Other gas for the transaction; the witness's own when not given. */
  readonly gas?: bigint
  /** The time the EVM may run. Default: no limit. */
  readonly limit?: EvmTimeLimit
  /** Sees the run, as another engine needs it that runs the same; what it throws ends the replay. */
  readonly afterRun?: (run: ProvenExecution) => Promise<void>
}

/**
 * Runs the simulation of a witness again, from nothing but the witness and the block's hash. Its transaction,
 * chain, time and gas are the file's word unless they are given: `checkTerms` and `matchWitness` of `packet` judge them.
 *
 * @param blockHash - from another source than the witness: a header that hashes to another one is refused.
 * @returns the same bytes as the run that made the witness.
 * @throws {StateProofError} {StateMissingError} when a piece is wrong or missing, with its place.
 * @throws {InvalidWitnessError} when the time is not after that of the block.
 * @throws {EvmTimeLimitError} when the limit is over.
 */
export async function replayWitness(
  witness: Witness,
  blockHash: Hex,
  { atUnix, gas, limit, afterRun }: ReplayTerms = {},
): Promise<ProvenSimulation> {
  const state = openWitness(witness, blockHash)
  const rules = rulesAfter(state.header, witness)
  const { timestamp, vault, ...call } = witness.request
  // Whoever makes a witness chooses its time: in the past, a deadline that is over would hold.
  if ((atUnix ?? timestamp) <= state.header.timestamp) {
    throw new InvalidWitnessError('request.timestamp', 'is not after the time of its block')
  }
  const request = {
    ...call,
    gas: gas ?? call.gas,
    atUnix: atUnix ?? timestamp,
    ...(vault === undefined ? {} : { vault }),
  }
  // Nothing can be brought: what is missing is an error with its place.
  const source = {
    bring: async () => undefined,
    ...(limit === undefined ? {} : { limit }),
    ...(afterRun === undefined ? {} : { afterRun }),
  }
  return simulateProven(state, rules, { request, source })
}

/** A reading that ran again on the pieces of a witness. */
type ReplayedReading<Found> = ProvenReadingRun<Found> & {
  readonly header: Pick<ProvenHeader, 'number' | 'timestamp' | 'hash'>
  /** The pieces that the run used: a witness has these, and no others. */
  readonly used: WitnessPieces
}

/**
 * Runs a reading again, from nothing but the pieces of a witness and the block's hash.
 *
 * @throws {StateProofError} {StateMissingError} when a piece is wrong or missing, with its place.
 * @throws {EvmTimeLimitError} when the limit is over.
 */
export async function replayProvenReading<Found>(
  pieces: WitnessPieces,
  reading: Reading<Found>,
  { blockHash, limit }: { readonly blockHash: Hex; readonly limit?: EvmTimeLimit },
): Promise<ReplayedReading<Found>> {
  const state = openWitness(pieces, blockHash)
  const rules = rulesAfter(state.header, pieces)
  const source = { bring: async () => undefined, ...(limit === undefined ? {} : { limit }) }
  const run = await runProvenReading(reading, openProvenReader(state, rules, source))
  const { number, timestamp, hash } = state.header
  return { ...run, header: { number, timestamp, hash }, used: piecesOf(state, rules) }
}
