import {
  type Call,
  callNotesOf,
  type DecoderReadValues,
  type EncodingNote,
  type LeafTree,
  leafAt,
  type RuleBook,
} from '@vaultwright/manager'
import { type Explanation, explainCall } from '@vaultwright/review'

/** A call to explain, and where it stands. */
export type Subject = {
  readonly place: string
  readonly call: Call
  /** The owner of the deciding root; the Manager's own on calls inside a flash loan. */
  readonly decidedBy: 'strategist' | 'manager'
}

/** The context of explaining calls. */
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
  /** Bytes in a permitted call's calldata that its function does not read. */
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
