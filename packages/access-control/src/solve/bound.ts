import { atomsIn, type Formula } from '../model/formula.ts'
import type { Question, Solver } from './solver.ts'

/** Bounds of the keys that an act takes, from thresholds alone. Null: no set of keys can. */
export type KeyBounds = { readonly atLeast: number; readonly atMost: number } | null

/**
 * Bounds the keys of a question without its key sets, for a question that is too large: unknown code counts as no key
 * below and above, keys that serve twice count once below and twice above.
 *
 * @param delay - seconds from the block.
 */
export function keyBounds(
  { ruleOf }: Pick<Solver, 'ruleOf'>,
  question: Question,
  delay: number,
): KeyBounds {
  const formula = question(delay)
  const rules = new Map<string, Formula>()
  const stack = [...atomsIn(formula)]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (rules.has(next.id)) continue
    const rule = ruleOf(next.atom, next.delay)
    rules.set(next.id, rule)
    stack.push(...atomsIn(rule))
  }
  const costWith = (join: Join) => costUnder(rules, fixpoint(rules, join), join)(formula)
  const atLeast = costWith(lowOf)
  return atLeast === Number.POSITIVE_INFINITY ? null : { atLeast, atMost: costWith(sumOf) }
}

/** The cost of a part, and its key if it is nothing but one key. */
type Part = { readonly cost: number; readonly key: string | null }

/** One key may serve in several parts, but distinct keys are as many keys. */
function lowOf(parts: readonly Part[], count: number): number {
  const keys = new Set(parts.flatMap(({ key }) => (key === null ? [] : [key])))
  const cheapest = parts.map(({ cost }) => cost).sort((left, right) => left - right)
  return Math.max(cheapest[count - 1] ?? 0, count - (parts.length - keys.size))
}

function sumOf(parts: readonly Part[], count: number): number {
  const cheapest = parts.map(({ cost }) => cost).sort((left, right) => left - right)
  return cheapest.slice(0, count).reduce((sum, cost) => sum + cost, 0)
}

type Join = typeof lowOf

/** Computes what a formula costs, from what its atoms cost. */
function costUnder(
  rules: ReadonlyMap<string, Formula>,
  costs: ReadonlyMap<string, number>,
  join: Join,
): (formula: Formula) => number {
  const costOf = (formula: Formula): number => {
    switch (formula.op) {
      case 'constant':
        return formula.value ? 0 : Number.POSITIVE_INFINITY
      case 'decider':
        return formula.decider.isUnknown ? 0 : 1
      case 'atom':
        return costs.get(formula.id) ?? Number.POSITIVE_INFINITY
      case 'rule':
        return costOf(formula.part)
      case 'at_least': {
        if (formula.parts.length < formula.count) return Number.POSITIVE_INFINITY
        const parts = formula.parts.map((part) => ({
          cost: costOf(part),
          key: soleKeyOf(part, rules),
        }))
        return join(parts, formula.count)
      }
    }
  }
  return costOf
}

/** Costs fall from infinite to their least values, round by round. */
function fixpoint(rules: ReadonlyMap<string, Formula>, join: Join): ReadonlyMap<string, number> {
  const costs = new Map<string, number>()
  const costOf = costUnder(rules, costs, join)
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const [id, rule] of rules) {
      const cost = costOf(rule)
      if (cost >= (costs.get(id) ?? Number.POSITIVE_INFINITY)) continue
      costs.set(id, cost)
      isChanged = true
    }
  }
  return costs
}

/** The key that a formula is, through atoms that are nothing else; null for any other formula. */
function soleKeyOf(formula: Formula, rules: ReadonlyMap<string, Formula>): string | null {
  const walked = new Set<string>()
  for (let part = formula; ; ) {
    if (part.op === 'rule') part = part.part
    else if (part.op === 'at_least' && part.parts.length === 1) part = part.parts[0]!
    else if (part.op === 'atom' && !walked.has(part.id)) {
      walked.add(part.id)
      part = rules.get(part.id)!
    } else return part.op === 'decider' && !part.decider.isUnknown ? part.decider.address : null
  }
}
