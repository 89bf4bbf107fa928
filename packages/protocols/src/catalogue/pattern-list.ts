import { type Pattern, patternsOf } from '../action/pattern.ts'
import { actionsOfSelector } from './protocol.ts'
import { ruleBook } from './rule-book.ts'

const patternsBySelector = new Map<string, readonly Pattern[]>()

/** Lists the shapes of the leaves that permit calls of a function. */
export function patternsOfSelector(selector: string): readonly Pattern[] {
  const cached = patternsBySelector.get(selector)
  if (cached !== undefined) return cached
  const patterns = actionsOfSelector(selector).flatMap((action) => patternsOf(action, ruleBook))
  patternsBySelector.set(selector, patterns)
  return patterns
}
