import type { LeafTree, ReadValues, RuleBook } from '@vaultwright/manager'
import { type Explanation, explainCall } from '@vaultwright/review'
import type { Subject } from './call-subject.ts'

/** What calls are explained with. */
export type ExplainGround = {
  readonly tree: LeafTree
  /** The tree of the Manager's own root, which decides on the calls inside flash loans. */
  readonly managerTree: LeafTree
  readonly rules: RuleBook
  readonly reads: ReadValues
  readonly limit: number | undefined
}

/** A call's place and its explanation. */
export type Explained = { readonly place: string; readonly explanation: Explanation }

/**
 * Explains calls, each by the tree that decides on it.
 *
 * @param subjects - the calls.
 * @param ground - trees, rules, values of the chain.
 * @returns an explanation a call.
 */
export function explainAll(
  subjects: readonly Subject[],
  { tree, managerTree, rules, reads, limit }: ExplainGround,
): readonly Explained[] {
  const options = { rules, reads, ...(limit === undefined ? {} : { limit }) }
  return subjects.map(({ place, call, decidedBy }) => ({
    place,
    explanation: explainCall(call, decidedBy === 'manager' ? managerTree : tree, options),
  }))
}
