import type { OpenedCall } from '../call/opened-call.ts'
import type { LeafTree } from '../leaf/leaf-tree.ts'
import type { DecoderReadValues } from '../rule/machine/rule-read.ts'
import { type RuleBook, rulesFor } from '../rule/rule-book.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { type PackOutcome, packArguments } from '../rule/rule-pack.ts'

/** The inputs of the rules. */
export type PackContext = {
  readonly rules: RuleBook
  /** Rules of decoders that are known by address, lower case: for calls that name such a one they alone count. */
  readonly ruleBooks?: ReadonlyMap<string, RuleBook>
  /** Values of the chain, by the key of the read. */
  readonly reads?: DecoderReadValues
}

/** The inputs of matching calls. */
export type MatchContext = PackContext & { readonly tree: LeafTree }

/** The outcome of a rule for a call. */
export type RuleOutcome = {
  /** Null where the chain's own answer stands for a rule. */
  readonly rule: CompiledRule | null
  readonly outcome: PackOutcome
}

/** The outcome of a rule of the book for a call. */
export type KnownRuleOutcome = RuleOutcome & { readonly rule: CompiledRule }

/**
 * Asks every rule of the called function.
 *
 * @returns one outcome for each rule; empty when no rule is known.
 */
export function outcomesOf(call: OpenedCall, context: PackContext): readonly KnownRuleOutcome[] {
  if (call.selector === null) return []
  const book =
    call.decoder === undefined ? null : context.ruleBooks?.get(call.decoder.toLowerCase())
  return rulesFor(book ?? context.rules, call.selector).map((rule) => ({
    rule,
    outcome: packArguments(rule, call.bytes, context.reads),
  }))
}
