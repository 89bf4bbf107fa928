import {
  callNotesOf,
  type DecoderReadValues,
  type EncodingNote,
  type LeafTree,
  leafAt,
  type RuleBook,
} from '@vaultwright/manager'
import { type Explanation, explainCall } from '@vaultwright/review'
import type { Subject } from './call-subject.ts'

/** What calls are explained with. */
export type ExplainGround = {
  readonly tree: LeafTree
  /** The tree of the Manager's own root, which decides on the calls inside flash loans. */
  readonly managerTree: LeafTree
  readonly rules: RuleBook
  readonly reads: DecoderReadValues
  readonly limit: number | undefined
}

/** A call's place and its explanation. */
export type Explained = {
  readonly place: string
  readonly explanation: Explanation
  /** What a permitted call's calldata carries beside what its function reads. */
  readonly notes: readonly EncodingNote[]
}

/** Explains calls, each by the tree that decides on it. */
export function explainAll(
  subjects: readonly Subject[],
  { tree, managerTree, rules, reads, limit }: ExplainGround,
): readonly Explained[] {
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
