import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type BatchCall,
  type Call,
  callNotesOf,
  type DecodedBatch,
  type DecoderReadValues,
  type EncodingNote,
  type LeafTree,
  leafAt,
  type RuleBook,
  readBatch,
} from '@vaultwright/manager'
import { type CallContext, type CallDescription, describeCall } from '@vaultwright/protocols'
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

/** What each call does, by its place such as `2.0`. */
export type BatchDescriptions = ReadonlyMap<string, CallDescription>

/**
 * Describes the calls of a batch, those inside flash loans too, from the calldata alone.
 *
 * @param manager - tells its own flash loans; null when it is not known.
 * @returns nothing for calldata that cannot be read: the verdict says why.
 */
export function describeBatch(
  data: Hex,
  context: CallContext,
  manager: Address | null,
): BatchDescriptions {
  try {
    return describeCalls(readBatch(data, manager === null ? {} : { manager }), context)
  } catch (error) {
    if (error instanceof BaseError) return new Map()
    throw error
  }
}

/** Describes the calls of a batch that was decoded. */
export function describeCalls(batch: DecodedBatch, context: CallContext): BatchDescriptions {
  const byPlace = new Map<string, CallDescription>()
  const add = (calls: readonly BatchCall[], above: string): void => {
    for (const [index, call] of calls.entries()) {
      const place = `${above}${index}`
      byPlace.set(place, describeCall(call, context))
      if (call.loan !== null) add(call.loan.batch.calls, `${place}.`)
    }
  }
  add(batch.calls, '')
  return byPlace
}
