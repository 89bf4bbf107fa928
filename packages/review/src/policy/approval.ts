import { type Address, type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import { roleOf } from '@vaultwright/protocols'
import { countText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn, type UsedLeaf } from '../lint/lint-input.ts'
import { accountsOf, type PolicyInput, without } from './policy-input.ts'

const operatorApproval = 'setApprovalForAll(address,bool)'
/** Functions that take an allowance back: they name a spender, too. */
const revocation = /^(revoke|lockdown)/i

/**
 * Finds approvals for spenders that are neither the target of another leaf nor named by the policy.
 */
export function checkApprovals({ lintInput, policy }: PolicyInput): readonly Finding[] {
  const rule = policy.approvals
  if (rule === undefined) return []
  const isAllowed = accountsOf(rule.allow)
  const callers = new Map<string, Set<number>>()
  for (const { leaf, isDrone, position } of lintInput.used) {
    for (const target of isDrone ? [leaf.target, leaf.arguments.at(-1)!] : [leaf.target]) {
      const callerPositions = callers.get(target.toLowerCase()) ?? new Set()
      callers.set(target.toLowerCase(), callerPositions.add(position))
    }
  }
  const isTarget = (spender: Address, position: number) => {
    const entry = callers.get(spender.toLowerCase())
    return entry !== undefined && (entry.size > 1 || !entry.has(position))
  }
  const unknowns = without(lintInput.used, rule.except).flatMap((item) =>
    spendersIn(item)
      .filter((spender) => !isAllowed(spender) && !isTarget(spender, item.position))
      .map((spender) => ({ spender, position: item.position })),
  )
  return groupsOf(unknowns, ({ spender }) => spender.toLowerCase()).map((group): Finding => {
    const { spender } = group[0]
    const positions = [...new Set(positionsIn(group))]
    return {
      code: 'policy_approval',
      severity: rule.severity,
      leaf: positions[0]!,
      message: `${spender} may spend through ${countText(positions.length, 'approval')} (${slotsText(positions)}), but is the target of no other leaf.`,
      facts: { spender, positions },
    }
  })
}

function spendersIn({ leaf, labels }: UsedLeaf): readonly Address[] {
  if (revocation.test(leaf.signature)) return []
  return leaf.arguments.filter((argument, at) => {
    const label = labels[at] ?? null
    const isSpender =
      leaf.signature === operatorApproval ? at === 0 : label !== null && roleOf(label) === 'spender'
    return isSpender && !isSameAddress(argument, zeroAddress)
  })
}
