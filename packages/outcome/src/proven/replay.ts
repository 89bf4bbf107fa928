import type { Hex } from '@vaultwright/base'
import { rulesAfter } from '@vaultwright/evm'
import { openWitness, type Witness } from '@vaultwright/proof'
import { type ProvenSimulation, simulateProven } from './simulate-proven.ts'

/**
 * Runs the simulation of a witness again, from nothing but the witness and the block's hash.
 *
 * @param blockHash - from another source than the witness: a header that hashes to another one is refused.
 * @param atUnix - another time for the block that the transaction is in; the witness's own when not given.
 * @returns the same bytes as the run that made the witness.
 * @throws {StateProofError} {StateMissingError} when a piece is wrong or missing, with its place.
 */
export async function replayWitness(
  witness: Witness,
  blockHash: Hex,
  atUnix?: bigint,
): Promise<ProvenSimulation> {
  const state = openWitness(witness, blockHash)
  const rules = rulesAfter(state.header, witness)
  const { timestamp, vault, ...call } = witness.request
  const request = {
    ...call,
    atUnix: atUnix ?? timestamp,
    ...(vault === undefined ? {} : { vault }),
  }
  // Nothing can be brought: what is missing is an error with its place.
  const source = { bring: async () => undefined }
  return simulateProven(state, rules, { request, source })
}
