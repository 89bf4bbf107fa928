import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type BatchCall,
  type Call,
  callNotesOf,
  type DecoderReadValues,
  type EncodingNote,
  type LeafTree,
  leafAt,
  type RuleBook,
  readBatch,
} from '@vaultwright/manager'
import { type SentenceContext, sentencesOfCall } from '@vaultwright/protocols'
import { type Explanation, explainCall } from '@vaultwright/review'

/** A call to explain, and where it stands. */
export type Subject = {
  readonly place: string
  readonly call: Call
  /** Whose root decides; the Manager's own on calls inside a flash loan. */
  readonly decidedBy: 'strategist' | 'manager'
}

/** What calls are explained with. */
export type ExplainContext = {
  readonly tree: LeafTree
  /** The tree of the Manager's own root, which decides on the calls inside flash loans. */
  readonly managerTree: LeafTree
  readonly rules: RuleBook
  readonly reads: DecoderReadValues
  readonly limit: number | undefined
}

/** A call's place and its explanation. */
export type CallExplanation = {
  readonly place: string
  readonly explanation: Explanation
  /** What a permitted call's calldata carries beside what its function reads. */
  readonly notes: readonly EncodingNote[]
}

/** Explains calls, each by the tree that decides on it. */
export function explainAll(
  subjects: readonly Subject[],
  { tree, managerTree, rules, reads, limit }: ExplainContext,
): readonly CallExplanation[] {
  const options = { rules, reads, ...(limit === undefined ? {} : { limit }) }
  return subjects.map(({ place, call, decidedBy }) => {
    const deciding = decidedBy === 'manager' ? managerTree : tree
    const explanation = explainCall(call, deciding, options)
    const [position] = explanation.positions
    const leaf = position === undefined ? null : leafAt(deciding, position)
    const notes = explanation.permitted ? callNotesOf(call, leaf, rules) : []
    return { place, explanation, notes }
  })
}

/** What each call does, by its place such as `2.0`; without a sentence where no action makes the call. */
export type BatchSentences = ReadonlyMap<string, readonly string[]>

/** Sentences of a call that fits this many actions and more say nothing. */
const mostActions = 3

/** Says what the calls of a batch do, from the calldata alone. */
export function sentencesOfBatch(
  data: Hex,
  { manager, ...context }: SentenceContext & { readonly manager: Address | undefined },
): BatchSentences {
  const byCall = new Map<string, readonly string[]>()
  const add = (calls: readonly BatchCall[], above: string): void => {
    for (const [index, call] of calls.entries()) {
      const path = `${above}${index}`
      const sentences = sentencesOfCall(call, context)
      if (sentences.length <= mostActions) byCall.set(path, asPossible(sentences))
      if (call.loan !== null) add(call.loan.batch.calls, `${path}.`)
    }
  }
  try {
    add(readBatch(data, manager === undefined ? {} : { manager }).calls, '')
  } catch (error) {
    // The verdict says what cannot be read.
    if (!(error instanceof BaseError)) throw error
  }
  return byCall
}

function asPossible(sentences: readonly string[]): readonly string[] {
  return sentences.length < 2 ? sentences : sentences.map((sentence) => `possibly: ${sentence}`)
}
