import type { Address } from '@vaultwright/base'
import type { ActQuestion } from '../act/question.ts'
import { type ActAnswer, answerOf, fewestKeys, isTooLarge } from '../answer/control-answer.ts'
import { always } from '../key-set/diagram.ts'
import { openFamilies } from '../key-set/family.ts'
import type { ControlState } from '../model/state.ts'
import { openSolver } from '../solve/solver.ts'
import { rulesWithOwnWill, rulesWithout } from './restricted.ts'

/** The answer to one demand: it may rest on what is not known. */
export type DemandVerdict = 'kept' | 'not_decidable' | 'broken'

/** Tells whether no fewer keys suffice, at any delay. */
export function takesKeys(row: ActAnswer, keys: number): DemandVerdict {
  if (fewestKeys(row) >= keys) return 'kept'
  if (row.cuts === null) return 'not_decidable'
  return row.cuts.some(({ leastKeys }) => leastKeys !== null && leastKeys < keys)
    ? 'broken'
    : 'not_decidable'
}

/** Tells whether no keys suffice sooner, in seconds from the block. */
export function takesDelay({ cuts, bounds }: ActAnswer, delay: number): DemandVerdict {
  if (cuts === null) return bounds === null || delay === 0 ? 'kept' : 'not_decidable'
  const sooner = cuts.filter((cut) => cut.delay < delay)
  if (sooner.length === 0) return 'kept'
  return sooner.some(({ leastKeys }) => leastKeys !== null) ? 'broken' : 'not_decidable'
}

/** Tells whether few enough keys suffice soon enough: both in one way. */
export function isQuick(
  { cuts, bounds }: ActAnswer,
  { mostKeys, mostDelay }: { readonly mostKeys: number; readonly mostDelay: number },
): DemandVerdict {
  if (cuts === null)
    return bounds === null || bounds.atLeast > mostKeys ? 'broken' : 'not_decidable'
  const inTime = cuts.filter(({ delay }) => delay <= mostDelay)
  if (inTime.some(({ leastKeys }) => leastKeys !== null && leastKeys <= mostKeys)) return 'kept'
  return inTime.some(({ possibleKeys }) => possibleKeys <= mostKeys) ? 'not_decidable' : 'broken'
}

/** Tells whether an act is impossible once some accounts make no call. */
export function isOnlyThrough(
  state: ControlState,
  question: ActQuestion,
  accounts: ReadonlySet<Address>,
): DemandVerdict {
  const solver = openSolver(state, { rules: rulesWithout(state, accounts) })
  return takesKeys(answerOf(question, solver, 1), Number.POSITIVE_INFINITY)
}

/**
 * Tells whether some accounts have no part in any way of doing an act. Where anybody may, they may; what rests on
 * unknown code may obey them.
 */
export function isWithout(
  state: ControlState,
  { question }: Pick<ActQuestion, 'question'>,
  accounts: ReadonlySet<Address>,
): DemandVerdict {
  const solver = openSolver(state, { rules: rulesWithOwnWill(state, accounts) })
  const families = openFamilies(solver.diagrams)
  const isUnknown = (index: number) => solver.deciders[index]!.isUnknown
  const isNamed = (index: number) => accounts.has(solver.deciders[index]!.address)
  try {
    let hasUnknown = false
    for (const delay of solver.delaysOf(question)) {
      const family = families.minimal(solver.solve(question, delay))
      const proven = families.avoiding(family, isUnknown)
      if (family === always || families.avoiding(proven, isNamed) !== proven) return 'broken'
      hasUnknown ||= proven !== family
    }
    return hasUnknown ? 'not_decidable' : 'kept'
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return 'not_decidable'
  }
}
