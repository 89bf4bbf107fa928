import type { Hex } from '@vaultwright/base'
import type { ReplayedWitness } from '@vaultwright/check'
import type { ProvenFinality } from '@vaultwright/finality'
import type { Hold, TriedTime } from '@vaultwright/outcome'

/** A witness, and the block's hash as the person in front of the page gave it. */
export type ReplayInput = {
  /** Text of the file. */
  readonly witness: string
  readonly blockHash: Hex
}

/** A state file, and the hash of its block as the person in front of the page gave it. */
export type NewerState = { readonly state: string; readonly stateHash: Hex }

/** A finality file, and what the person in front of the page trusts. */
export type FinalityInput = {
  /** Text of the file. */
  readonly file: string
  /** Text of the file of a beacon chain that is not Ethereum mainnet; null for mainnet. */
  readonly network: string | null
  readonly checkpoint: Hex
  /** Unix seconds of the clock. */
  readonly now: bigint
}

/** The question of a replay. */
export type ReplayQuestion =
  | (ReplayInput &
      ({ readonly kind: 'replay' | 'times' } | ({ readonly kind: 'hold' } & NewerState)))
  | ({ readonly kind: 'finality' } & FinalityInput)

/** The answers, by kind. */
export type ReplayAnswers = {
  readonly replay: ReplayedWitness
  readonly hold: Hold
  readonly times: readonly TriedTime[]
  readonly finality: ProvenFinality
}

/** The message of a thread: that it is loaded, or the result of a question. */
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
