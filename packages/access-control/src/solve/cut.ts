import type { Address } from '@vaultwright/base'
import { never } from '../key-set/diagram.ts'
import { openFamilies } from '../key-set/family.ts'
import type { Decider } from '../model/formula.ts'
import type { Question, Solver } from './solver.ts'

/** Keys, and unknown code that must obey, which together suffice; with one of them less they do not. */
export type KeySet = {
  readonly keys: readonly Address[]
  /** Accounts whose code is not known; empty for a set that is proven. */
  readonly unknown: readonly Address[]
}

/** The key sets that suffice from a delay on, and not before it. */
export type KeyCut = {
  /** Seconds from the block. */
  readonly delay: number
  /** Keys of the smallest set that rests on no unknown code; null if there is none. */
  readonly leastKeys: number | null
  /** Keys of the smallest set if unknown code obeys: fewer cannot be excluded. */
  readonly possibleKeys: number
  /** Minimal sets in all, those on unknown code among them. */
  readonly setCount: bigint
  /** Minimal sets, fewest keys first, up to the limit of the question. */
  readonly sets: readonly KeySet[]
}

/**
 * Computes the minimal key sets of a question, each under its least delay.
 *
 * @param mostSets - sets listed a delay.
 * @returns by ascending delay; empty if no set of keys can.
 * @throws {DiagramTooLargeError} {TimelocksTooManyError}
 */
export function cutsOf(solver: Solver, question: Question, mostSets: number): readonly KeyCut[] {
  const families = openFamilies(solver.diagrams)
  const delays = solver.delaysOf(question)
  const last = solver.solve(question, delays.at(-1)!)
  const cuts: KeyCut[] = []
  let earlier = never
  for (const delay of delays) {
    const diagram = solver.solve(question, delay)
    const family = families.without(families.minimal(diagram), earlier)
    if (family !== never) {
      const isUnknown = (index: number) => solver.deciders[index]!.isUnknown
      const weightOf = (index: number) => (isUnknown(index) ? 0 : 1)
      const proven = families.smallest(families.avoiding(family, isUnknown), 1)
      const { least, sets } = families.smallest(family, mostSets, weightOf)
      cuts.push({
        delay,
        leastKeys: proven.least,
        possibleKeys: least!,
        setCount: families.count(family),
        sets: sets.map((indexes) => keySetOf(indexes.map((index) => solver.deciders[index]!))),
      })
    }
    earlier = diagram
    if (diagram === last) break
  }
  return cuts
}

function keySetOf(deciders: readonly Decider[]): KeySet {
  const addressesOf = (isUnknown: boolean) =>
    deciders
      .filter((decider) => decider.isUnknown === isUnknown)
      .map(({ address }) => address)
      .sort()
  return { keys: addressesOf(false), unknown: addressesOf(true) }
}
