import {
  atomOf,
  type ControlState,
  cutsOf,
  openSolver,
  type RuleSource,
  type Solver,
} from '@vaultwright/access-control'
import { guardedOf } from './random-state.ts'
import { attack } from './world.ts'

/** An answer of the room that the world contradicts. */
export type Contradiction = {
  readonly guarded: string
  readonly has: readonly string[]
  /** Seconds; null for never. */
  readonly world: number | null
  readonly model: number | null
}

/** The comparison of a state's answers with every subset of its deciders. */
export type BruteForce = {
  readonly comparisons: number
  readonly contradictions: readonly Contradiction[]
  readonly solver: Solver
}

/** Tries every subset of the deciders of a state in the world, and compares yes and least delay with the room's answers. */
export function bruteForce(state: ControlState, rules?: RuleSource): BruteForce {
  const solver = openSolver(state, rules === undefined ? {} : { rules })
  const rows = guardedOf(state).map(([target, selector]) => {
    const question = (delay: number) => atomOf({ kind: 'can', target, selector }, delay)
    return { guarded: `${target} ${selector}`, cuts: cutsOf(solver, question, 1000) }
  })
  const deciders = decidersOf(state)
  const delays = delaysOf(state)
  const contradictions: Contradiction[] = []
  for (let mask = 0; mask < 1 << deciders.length; mask++) {
    const has = new Set(deciders.filter((_, index) => (mask >> index) & 1))
    const reached = attack(state, has, delays)
    for (const { guarded, cuts } of rows) {
      const cut = cuts.find(({ sets }) =>
        sets.some(
          ({ keys, unknown }) =>
            keys.every((key) => has.has(key)) && unknown.every((code) => has.has(`?${code}`)),
        ),
      )
      const [world, model] = [reached.get(guarded) ?? null, cut?.delay ?? null]
      if (world !== model) contradictions.push({ guarded, has: [...has], world, model })
    }
  }
  return { comparisons: rows.length << deciders.length, contradictions, solver }
}

/** The deciders as the state says them, not as the room comes across them. */
function decidersOf(state: ControlState): readonly string[] {
  return [...state].flatMap(([address, account]) => {
    const inner = account.kind === 'proxy' ? account.behind : account
    if (inner.kind === 'key') return [address]
    if (inner.kind === 'delegated')
      return inner.opening === 'unknown' ? [address, `?${address}`] : [address]
    const isHidden =
      ('isComplete' in inner && !inner.isComplete) || ('isKnown' in inner && !inner.isKnown)
    return inner.kind === 'unknown' || isHidden ? [`?${address}`] : []
  })
}

function delaysOf(state: ControlState): readonly number[] {
  const sums = new Set([0])
  for (const account of state.values()) {
    if (account.kind !== 'timelock') continue
    for (const sum of [...sums]) sums.add(sum + account.minDelay)
  }
  return [...sums].sort((left, right) => left - right)
}
