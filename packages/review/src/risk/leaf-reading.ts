import type { Address } from '@vaultwright/base'
import { type CompiledRule, type RuleBook, rulesFor } from '@vaultwright/manager'
import {
  bareOrderRuleBook,
  type Claim,
  type LeafArgument,
  leafArgumentsOf,
} from '@vaultwright/protocols'
import type { UsedLeaf } from '../lint/lint-input.ts'

/** A leaf read as an action, its arguments with who chooses them. */
export type LeafReading = UsedLeaf & {
  readonly claim: Claim | null
  /** The rules that can pack so many arguments; none for a function that no rule knows. */
  readonly rules: readonly CompiledRule[]
  readonly args: readonly LeafArgument[]
  /** The account that is called, behind the drone where there is one. */
  readonly called: Address
}

/** Reads leaves; one function and one action are worked out once. */
export type LeafReader = (leaf: UsedLeaf, claim: Claim | null) => LeafReading

type ReadingTemplate = Pick<LeafReading, 'rules' | 'args'>

/** Prepares the reading of leaves. */
export function buildLeafReader(rules: RuleBook): LeafReader {
  const memo = new Map<string, ReadingTemplate>()
  return (used, claim) => {
    const { leaf, isDrone } = used
    const count = leaf.arguments.length - (isDrone ? 1 : 0)
    const action = claim?.pattern.action ?? null
    const key = `${leaf.selector} ${count} ${action?.route}`
    let template = memo.get(key)
    if (template === undefined) {
      const leafArguments = leafArgumentsOf(rulesFor(rules, leaf.selector), count, action)
      // What no rule packs may be an order of which the leaf binds nothing: that is worse than unknown.
      const bare = rulesFor(bareOrderRuleBook, leaf.selector)
      template =
        leafArguments.rules.length > 0 ? leafArguments : leafArgumentsOf(bare, count, action)
      memo.set(key, template)
    }
    return {
      ...used,
      ...template,
      claim,
      called: (isDrone ? leaf.arguments.at(-1) : undefined) ?? leaf.target,
    }
  }
}
