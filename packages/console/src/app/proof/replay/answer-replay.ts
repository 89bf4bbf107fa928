import type { ReplayedWitness } from '@vaultwright/check'
import {
  mainnetBeacon,
  openFinality,
  type ProvenFinality,
  parseBeaconNetwork,
  parseFinalityFile,
} from '@vaultwright/finality'
import {
  compareHoldWithFile,
  type Hold,
  type ProvenSimulation,
  printSimulation,
  type ReplayTerms,
  replayTimes,
  replayWitness,
  restsOn,
} from '@vaultwright/outcome'
import { parseStateFile, parseWitness } from '@vaultwright/proof'
import type {
  FinalityInput,
  NewerState,
  ReplayAnswers,
  ReplayInput,
  ReplayQuestion,
} from './replay-question.ts'

/** Answers questions of witnesses: everything follows from their bytes and the hashes. */
export function openReplay(limit: NonNullable<ReplayTerms['limit']>) {
  let last: { readonly input: ReplayInput; readonly replayed: Promise<ProvenSimulation> } | null =
    null

  /** The same witness under the same hash is run once. */
  const replay = ({ witness, blockHash }: ReplayInput): Promise<ProvenSimulation> => {
    if (last?.input.witness === witness && last.input.blockHash === blockHash) return last.replayed
    const replayed = replayWitness(parseWitness(witness), blockHash, { limit })
    last = { input: { witness, blockHash }, replayed }
    // What took too long may be tried again.
    replayed.catch(() => {
      if (last?.replayed === replayed) last = null
    })
    return replayed
  }
  const hold = async (input: ReplayInput, { state, stateHash }: NewerState): Promise<Hold> =>
    compareHoldWithFile(await replay(input), parseStateFile(state), stateHash)

  return async (question: ReplayQuestion): Promise<ReplayAnswers[keyof ReplayAnswers]> => {
    switch (question.kind) {
      case 'replay':
        return shownOf(question.witness, await replay(question))
      case 'hold':
        return hold(question, question)
      case 'times':
        return replayTimes(parseWitness(question.witness), question.blockHash, { limit })
      case 'finality':
        return finalityOf(question)
    }
  }
}

function finalityOf({ file, network, checkpoint, now }: FinalityInput): ProvenFinality {
  const beacon = network === null ? mainnetBeacon : parseBeaconNetwork(network)
  return openFinality(parseFinalityFile(file), { network: beacon, checkpoint, now })
}

function shownOf(text: string, replayed: ProvenSimulation): ReplayedWitness {
  const { witness, ...replay } = replayed
  const { chainId, hardfork, request, nodes, codes } = witness
  return {
    ...replay,
    chainId,
    hardfork,
    request,
    labelHash: parseWitness(text).blockHash,
    rests: restsOn(replayed),
    counts: { nodes: nodes.length, codes: codes.length, bytes: text.length },
    printed: printSimulation(replayed.simulation),
  }
}
