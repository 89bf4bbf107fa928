import type { DecoderRules } from './rule.ts'
import { openRuleBook, type RuleBook, type RuleGroup } from './rule-book.ts'

/** The rules of some functions, each of them whole: no decoder that packs one differently is left out. */
export type RuleSet = {
  /** Names of the decoders whose functions are whole, inherited ones included. */
  readonly complete: readonly string[]
  /** These decoders, what they inherit, and every other one that packs one of their functions differently. */
  readonly decoders: readonly DecoderRules[]
}

/**
 * Opens a rule book of some sets, for programs that carry the rules of a few protocols.
 *
 * Only functions that a set has whole are in the book: a verdict then says the same as with all rules. Every other
 * function is unknown, so that a call of it is never a yes.
 *
 * @param sets - any order; they may share decoders.
 * @throws {RuleError} as `openRuleBook`.
 */
export function openRuleSets(sets: readonly RuleSet[]): RuleBook {
  const all = openRuleBook([...new Set(sets.flatMap(({ decoders }) => decoders))])
  const complete = new Set(sets.flatMap((set) => set.complete))
  const selectors = new Set([...complete].flatMap((name) => all.decoders.get(name) ?? []))
  const groups = new Map<string, RuleGroup>()
  for (const [selector, group] of all.groups) {
    if (selectors.has(selector)) groups.set(selector, group)
  }
  const decoders = new Map<string, readonly string[]>()
  for (const [name, decoder] of all.decoders) {
    decoders.set(
      name,
      decoder.filter((selector) => selectors.has(selector)),
    )
  }
  return { groups, decoders }
}
