import type { Address } from '@vaultwright/base'
import { atomsIn, type Formula, type RuleUse } from '../model/formula.ts'
import type { KeySet } from './cut.ts'
import type { Question, Solver } from './solver.ts'

/** A step from keys to a call: the rule that applies, and when. */
export type PathStep = RuleUse & {
  /** Seconds from the block by which it is done. */
  readonly delay: number
}

/** The steps by which some keys suffice, or that they do not. */
export type PathAnswer =
  | { readonly suffices: true; readonly steps: readonly PathStep[] }
  | { readonly suffices: false }

/**
 * Derives how a set of keys gets an act done, from the keys to the call.
 *
 * @param keySet - the keys, and the unknown code that is taken to obey.
 * @param delay - seconds from the block.
 */
export function pathOf(
  solver: Pick<Solver, 'ruleOf'>,
  question: Question,
  { keySet, delay }: { readonly keySet: KeySet; readonly delay: number },
): PathAnswer {
  const has = new Set([...keySet.keys, ...keySet.unknown.map((code) => `?${code}`)])
  const formula = question(delay)
  const rules = rulesUnder(formula, solver)
  const rounds = roundsOf(rules, has)
  const isTrue = truthOf(has, (id) => rounds.has(id))
  if (!isTrue(formula)) return { suffices: false }
  const steps: PathStep[] = []
  const written = new Set<string>()
  /** A true atom rests on atoms that were true a round before it, so that no derivation goes round in a circle. */
  const derive = (part: Formula, round: number, when: number): void => {
    const holds = truthOf(has, (id) => (rounds.get(id) ?? Number.POSITIVE_INFINITY) < round)
    switch (part.op) {
      case 'atom': {
        if (written.has(part.id)) return
        written.add(part.id)
        derive(rules.get(part.id)!, rounds.get(part.id)!, part.delay)
        return
      }
      case 'rule':
        derive(part.part, round, when)
        steps.push({ ...part.use, delay: when })
        return
      case 'at_least':
        for (const each of part.parts.filter(holds).slice(0, part.count)) derive(each, round, when)
        return
      default:
    }
  }
  derive(formula, Number.POSITIVE_INFINITY, delay)
  return { suffices: true, steps: distinct(steps) }
}

/** The rules of every atom that a formula rests on, by the atom's id. */
function rulesUnder(formula: Formula, { ruleOf }: Pick<Solver, 'ruleOf'>): Map<string, Formula> {
  const rules = new Map<string, Formula>()
  const stack = [...atomsIn(formula)]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (rules.has(next.id)) continue
    const rule = ruleOf(next.atom, next.delay)
    rules.set(next.id, rule)
    stack.push(...atomsIn(rule))
  }
  return rules
}

/** The round of the least fixpoint in which each atom became true. */
function roundsOf(
  rules: ReadonlyMap<string, Formula>,
  has: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const rounds = new Map<string, number>()
  for (let round = 0, grew = true; grew; round++) {
    const isTrue = truthOf(has, (id) => (rounds.get(id) ?? round) < round)
    const added = [...rules].filter(([id, rule]) => !rounds.has(id) && isTrue(rule))
    for (const [id] of added) rounds.set(id, round)
    grew = added.length > 0
  }
  return rounds
}

function truthOf(
  has: ReadonlySet<string>,
  isAtomTrue: (id: string) => boolean,
): (formula: Formula) => boolean {
  const isTrue = (formula: Formula): boolean => {
    switch (formula.op) {
      case 'constant':
        return formula.value
      case 'decider': {
        const { address, isUnknown } = formula.decider
        return has.has(isUnknown ? `?${address}` : address)
      }
      case 'atom':
        return isAtomTrue(formula.id)
      case 'rule':
        return isTrue(formula.part)
      case 'at_least':
        return formula.parts.filter(isTrue).length >= formula.count
    }
  }
  return isTrue
}

/** Leaves out a step that stands before already: a key that serves twice signs once. */
function distinct(steps: readonly PathStep[]): readonly PathStep[] {
  const ids = new Set<string>()
  return steps.filter(({ rule, subject, target, selector, delay }) => {
    const id = [rule, subject, target as Address | undefined, selector, delay].join(' ')
    if (ids.has(id)) return false
    ids.add(id)
    return true
  })
}
