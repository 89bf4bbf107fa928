import type { Finding } from '@vaultwright/base'
import { bridgeRoutes } from '../leaf/bridge-route.ts'
import { countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn, type UsedLeaf } from '../lint/lint-input.ts'
import { type PolicyInput, type RuleHead, without } from './policy-input.ts'
import { isKnownFunction, recipientsOf } from './recipient.ts'

/**
 * Finds leaves that a rule of the policy had to leave out, because it is not known what their function
 * or one of its arguments is for.
 */
export function checkUnjudged(input: PolicyInput): readonly Finding[] {
  const { policy, lintInput } = input
  const rule = policy.unjudged
  const isUnknown = (item: UsedLeaf) => !isKnownFunction(item)
  const open = new Map<number, string[]>()
  const look = (name: string, head: RuleHead | undefined, isOpen: (item: UsedLeaf) => boolean) => {
    if (head === undefined) return
    for (const item of without(lintInput.used, head.except).filter(isOpen)) {
      open.set(item.position, [...(open.get(item.position) ?? []), name])
    }
  }
  look('transfers', policy.transfers, (item) => !recipientsOf(item, input).isKnown)
  look('approvals', policy.approvals, isUnknown)
  look('exits', policy.exits, isUnknown)
  look('bridges', policy.bridges, (item) => isUnknown(item) || isOpenBridge(item, input))
  const left = without(lintInput.used, rule.except).filter(({ position }) => open.has(position))
  return groupsOf(left, ({ leaf }) => leaf.selector).map((group): Finding => {
    const { signature, selector } = group[0].leaf
    const positions = positionsIn(group)
    const rules = [...new Set(positions.flatMap((position) => open.get(position) ?? []))]
    return {
      code: 'policy_unjudged',
      severity: rule.severity,
      leaf: positions[0]!,
      message: `${countText(positions.length, 'leaf')} of ${functionText(signature)} (${slotsText(positions)}) cannot be judged by the rules ${listText(rules)}: the purpose of some arguments is unknown.`,
      facts: { signature, selector, rules, positions },
    }
  })
}

/** A bridge whose destination is known may still lead to any account there. */
function isOpenBridge(item: UsedLeaf, input: PolicyInput): boolean {
  return bridgeRoutes.has(item.leaf.signature) && !recipientsOf(item, input).isKnown
}
