import type { Hex } from '@vaultwright/base'
import { StateMissingError } from '@vaultwright/evm'
import type { StateRef, Witness } from '@vaultwright/proof'
import type { SimulationOutcome } from '../effect/simulation.ts'
import { type ReplayTerms, replayWitness } from './replay.ts'

/** The result of a simulation if its block is made later. */
export type TriedTime = {
  /** Seconds after the block of the witness. */
  readonly seconds: bigint
  /** Unix seconds of the block that the transaction is in. */
  readonly atUnix: bigint
  /** Null when the run then needs what the witness lacks, or what is not known before its block. */
  readonly outcome: SimulationOutcome | null
  /** The state that the witness lacks then; null if none. */
  readonly missing: StateRef | null
}

const [hour, day, year] = [3600n, 86_400n, 31_536_000n]

/** The times that are tried, and the limit of each. */
export type TimesToTry = Pick<ReplayTerms, 'atUnix' | 'gas' | 'limit'> & {
  /** After the block of the witness, each at least 1; `timesToTry` when not given. */
  readonly seconds?: readonly bigint[]
}

/** One second, an hour, a day, 30 days, a year and three years after the block. */
export const timesToTry: readonly bigint[] = [1n, hour, day, 30n * day, year, 3n * year]

/**
 * Runs the simulation of a witness at other times, offline. It holds for the times tried: nothing is said of
 * those between them.
 *
 * @param blockHash - from another source than the witness.
 * @throws {StateProofError} when a piece is wrong; the witness must hold for the time that it was made for.
 */
export async function replayTimes(
  witness: Witness,
  blockHash: Hex,
  { seconds = timesToTry, ...terms }: TimesToTry = {},
): Promise<readonly TriedTime[]> {
  const { simulation } = await replayWitness(witness, blockHash, terms)
  const tried: TriedTime[] = []
  for (const later of seconds) {
    const atUnix = simulation.block.timestamp + later
    tried.push({
      seconds: later,
      atUnix,
      ...(await outcomeAt(witness, blockHash, { ...terms, atUnix })),
    })
  }
  return tried
}

/** Another path may read what the witness does not have: that says nothing of how it ends. */
async function outcomeAt(
  witness: Witness,
  blockHash: Hex,
  terms: ReplayTerms,
): Promise<Pick<TriedTime, 'outcome' | 'missing'>> {
  try {
    const { simulation, unknowable } = await replayWitness(witness, blockHash, terms)
    return { outcome: unknowable.length > 0 ? null : simulation.outcome, missing: null }
  } catch (error) {
    if (error instanceof StateMissingError) return { outcome: null, missing: error.place }
    throw error
  }
}
