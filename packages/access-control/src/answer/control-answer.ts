import { type Address, BaseError } from '@vaultwright/base'
import { type ActName, type ActSeverity, acts } from '../act/catalogue.ts'
import { type ActQuestion, actsOf } from '../act/question.ts'
import { DiagramTooLargeError, maxDiagramNodes } from '../key-set/diagram.ts'
import type { ControlState } from '../model/state.ts'
import { type KeyBounds, keyBounds } from '../solve/bound.ts'
import { cutsOf, type KeyCut, type KeySet } from '../solve/cut.ts'
import { type PathAnswer, type PathStep, pathOf } from '../solve/path.ts'
import { openSolver, type Solver, TimelocksTooManyError } from '../solve/solver.ts'

/** The answer for one act on one contract. */
export type ActAnswer = {
  readonly act: ActName
  readonly target: Address
  /** The strategist of `manage_by_root`; null for every other act. */
  readonly strategist: Address | null
  readonly severity: ActSeverity
  /** Minimal key sets by ascending delay; empty if no set of keys can, null if they are too many to compute. */
  readonly cuts: readonly KeyCut[] | null
  /** The bounds of the keys, if the key sets are too many to compute. */
  readonly bounds: KeyBounds
  /** The steps of the first listed set, from the keys to the call; empty if no set of keys can. */
  readonly path: readonly PathStep[]
}

/** The answer for every act in the state of one block. */
export type ControlAnswer = {
  /** Worst act first; within an act fewer keys first. */
  readonly acts: readonly ActAnswer[]
}

/** Limits of an answer. */
export type ControlOptions = {
  /** Key sets listed an act and delay. Default: 20. */
  readonly mostSets?: number
  /** Nodes of decision diagrams for all acts. Default: `maxDiagramNodes`. */
  readonly mostNodes?: number
}

/**
 * Computes for every act the minimal key sets that can do it, each with its least delay. Loops of owners, shared keys
 * and unknown code are part of the answer; an act that no set of keys can do is an answer too.
 */
export function solveControl(
  state: ControlState,
  { mostSets = 20, mostNodes = maxDiagramNodes }: ControlOptions = {},
): ControlAnswer {
  let solver = openSolver(state, { limit: mostNodes })
  const answers = actsOf(state).map((question) => {
    const answer = answerOf(question, solver, mostSets)
    // What one act has used up must not make the next one too large.
    if (answer.cuts === null) solver = openSolver(state, { limit: mostNodes })
    return answer
  })
  const order = Object.keys(acts)
  return {
    acts: answers.sort(
      (left, right) =>
        order.indexOf(left.act) - order.indexOf(right.act) || fewestKeys(left) - fewestKeys(right),
    ),
  }
}

/** Reads the fewest keys that cannot be excluded, at any delay; infinite if no set of keys can. */
export function fewestKeys({ cuts, bounds }: ActAnswer): number {
  if (cuts === null) return bounds?.atLeast ?? Number.POSITIVE_INFINITY
  return Math.min(...cuts.map(({ possibleKeys }) => possibleKeys))
}

/**
 * Says whether given keys suffice for an act, at which least delay, and by which path.
 *
 * @param keySet - keys, and unknown code that is taken to obey.
 * @returns null if they do not suffice at any delay.
 * @throws {TimelocksTooManyError}
 */
export function explainAct(
  state: ControlState,
  { question }: Pick<ActQuestion, 'question'>,
  keySet: KeySet,
): { readonly delay: number; readonly path: readonly PathStep[] } | null {
  const solver = openSolver(state)
  for (const delay of solver.delaysOf(question)) {
    const path = pathOf(solver, question, { keySet, delay })
    if (path.suffices) return { delay, path: path.steps }
  }
  return null
}

/**
 * Answers one act by a solver; bounds where the key sets are too many.
 *
 * @param mostSets - sets listed a delay.
 */
export function answerOf(question: ActQuestion, solver: Solver, mostSets: number): ActAnswer {
  const { act, target, strategist } = question
  const terms = { act, target, strategist, severity: acts[act].severity }
  try {
    const cuts = cutsOf(solver, question.question, mostSets)
    const [cut] = cuts
    const path: PathAnswer | null =
      cut === undefined
        ? null
        : pathOf(solver, question.question, { keySet: cut.sets[0]!, delay: cut.delay })
    return { ...terms, cuts, bounds: null, path: path?.suffices === true ? path.steps : [] }
  } catch (error) {
    if (!isTooLarge(error)) throw error
    const bounds = keyBounds(solver, question.question, Number.POSITIVE_INFINITY)
    return { ...terms, cuts: null, bounds, path: [] }
  }
}

/** Tells whether an error says that the key sets are too many to compute. */
export function isTooLarge(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    (error instanceof DiagramTooLargeError || error instanceof TimelocksTooManyError)
  )
}
