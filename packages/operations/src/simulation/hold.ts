import type { Hex } from '@vaultwright/base'
import { type Chain, readProvenState } from '@vaultwright/chain'
import {
  type BlockRef,
  compareHold,
  type Hold,
  type ProvenSimulation,
  replayWitness,
} from '@vaultwright/outcome'
import { type ProvenState, type StateFile, stateFileIn, type Witness } from '@vaultwright/proof'
import { replayLimit } from './replay-limit.ts'

/** The answer whether a simulation holds, with the node's part of it. */
type HoldAnswer = {
  readonly replayed: ProvenSimulation
  readonly hold: Hold
  /** The state file with which another person can check the same offline. */
  readonly stateFile: StateFile
}

/**
 * Asks a node what a simulation read, at a newer block, and compares it with the witness: each side follows
 * from its block's hash.
 *
 * @param blockHash - of the witness' block, from another source than the witness.
 */
export async function holdOf(
  chain: Chain,
  { witness, blockHash }: { readonly witness: Witness; readonly blockHash: Hex },
  now: BlockRef,
): Promise<HoldAnswer> {
  const replayed = await replayWitness(witness, blockHash, { limit: replayLimit })
  const state: ProvenState = await readProvenState(chain, replayed.slotUse, now)
  return {
    replayed,
    hold: compareHold(replayed, state),
    stateFile: stateFileIn(state, chain.id),
  }
}
