import type { Hex } from '@vaultwright/base'
import type { Hold, ProvenSimulation, RestsOn, TriedTime } from '@vaultwright/outcome'

/** A witness, and the block's hash as the person in front of the page gave it. */
export type ReplayInput = {
  /** Text of the file. */
  readonly witness: string
  readonly blockHash: Hex
}

/** A state file, and the hash of its block as the person in front of the page gave it. */
export type NewerState = { readonly state: string; readonly stateHash: Hex }

/** A simulation that was run again in this page. */
export type ReplayedWitness = Omit<ProvenSimulation, 'witness'> & {
  readonly chainId: number
  /** The rules of the EVM, in lower case. */
  readonly hardfork: string
  /** The hash that the file names: a label. */
  readonly labelHash: Hex
  readonly request: ProvenSimulation['witness']['request']
  readonly rests: RestsOn
  /** Trie nodes and codes of the file, and its bytes. */
  readonly counts: { readonly nodes: number; readonly codes: number; readonly bytes: number }
  /** The simulation as a file: byte for byte what Node prints. */
  readonly printed: string
}

/** What a replay is asked. */
export type ReplayQuestion = ReplayInput &
  ({ readonly kind: 'replay' | 'times' } | ({ readonly kind: 'hold' } & NewerState))

/** What it answers, by kind. */
export type ReplayAnswers = {
  readonly replay: ReplayedWitness
  readonly hold: Hold
  readonly times: readonly TriedTime[]
}

/** What a thread says: that it is loaded, or what becomes of a question. */
export type ReplayReply =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly answer: ReplayAnswers[keyof ReplayAnswers]
    }
  | {
      readonly kind: 'failure'
      readonly id: number
      readonly message: string
      readonly code: string | null
    }
