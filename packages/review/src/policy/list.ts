import type { Address, Finding } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'
import { countText, functionText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn, type UsedLeaf } from '../lint/lint-input.ts'
import {
  accountsOf,
  leafNamesOf,
  type PolicyInput,
  type RuleHead,
  without,
} from './policy-input.ts'

/** A list of what may be, of what may not be, or both. */
type ListRule<Item> = RuleHead & {
  readonly allow?: readonly Item[] | undefined
  readonly deny?: readonly Item[] | undefined
}

/**
 * Finds leaves that call an account which the policy does not allow.
 *
 * A leaf of a drone is about two accounts, the drone and where it forwards; drones that the policy
 * names need no place in the list.
 */
export function checkTargets({ lintInput, policy }: PolicyInput): readonly Finding[] {
  const rule = policy.targets
  if (rule === undefined) return []
  const isDrone = accountsOf(policy.drones ?? [])
  const isRefused = refusalBy(rule)
  const spots = without(lintInput.used, rule.except).flatMap((item) => {
    const { leaf } = item
    const real = item.isDrone ? [leaf.arguments.at(-1)!] : []
    const called = isDrone(leaf.target) && real.length > 0 ? real : [leaf.target, ...real]
    return called.filter(isRefused).map((account) => ({ ...item, account }))
  })
  return accountFindings(spots, { code: 'policy_target', verb: 'is called', rule })
}

/** Finds leaves of decoders that the policy does not let read calls. */
export function checkDecoderList({ lintInput, policy }: PolicyInput): readonly Finding[] {
  const rule = policy.decoders
  if (rule === undefined) return []
  const isRefused = refusalBy(rule)
  const spots = without(lintInput.used, rule.except)
    .filter(({ leaf }) => isRefused(leaf.decoder))
    .map((item) => ({ ...item, account: item.leaf.decoder }))
  return accountFindings(spots, { code: 'policy_decoder', verb: 'reads calls', rule })
}

/** Finds leaves of functions that the policy does not let be called. */
export function checkSignatures({ lintInput, policy }: PolicyInput): readonly Finding[] {
  const rule = policy.signatures
  if (rule === undefined) return []
  const denied = rule.deny?.map(selectorOf) ?? []
  const allowed = rule.allow?.map(selectorOf)
  const refused = without(lintInput.used, rule.except).filter(
    ({ leaf: { selector } }) =>
      denied.includes(selector) || (allowed !== undefined && !allowed.includes(selector)),
  )
  return groupsOf(refused, ({ leaf }) => leaf.signature).map((group): Finding => {
    const { signature } = group[0].leaf
    const positions = positionsIn(group)
    return {
      code: 'policy_signature',
      severity: rule.severity,
      leaf: positions[0]!,
      message: `${functionText(signature)} is called in ${countText(positions.length, 'leaf')} (${slotsText(positions)}), which the policy does not permit.`,
      facts: { signature, positions },
    }
  })
}

/** Finds leaves that send value and that the policy does not name for it. */
export function checkValue({ lintInput, policy }: PolicyInput): readonly Finding[] {
  const rule = policy.value
  if (rule === undefined) return []
  const isAllowed = leafNamesOf(rule.allow)
  const refused = without(lintInput.used, rule.except).filter(
    ({ leaf }) => leaf.canSendValue && !isAllowed(leaf),
  )
  const keyOf = ({ leaf }: UsedLeaf) => `${leaf.target} ${leaf.signature}`.toLowerCase()
  return groupsOf(refused, keyOf).map((group): Finding => {
    const { signature, target } = group[0].leaf
    const positions = positionsIn(group)
    return {
      code: 'policy_value',
      severity: rule.severity,
      leaf: positions[0]!,
      message: `${functionText(signature)} of ${target} sends value in ${countText(positions.length, 'leaf')} (${slotsText(positions)}), which the policy does not permit.`,
      facts: { signature, target, positions },
    }
  })
}

/** Finds that a tree has more leaves than the policy lets it have. */
export function checkCount({ lintInput, policy }: PolicyInput): readonly Finding[] {
  const rule = policy.maximum_leaves
  const count = lintInput.used.length
  if (rule === undefined || count <= rule.limit) return []
  return [
    {
      code: 'policy_leaf_count',
      severity: rule.severity,
      leaf: null,
      message: `The tree has ${countText(count, 'leaf')}; the policy permits at most ${rule.limit}.`,
      facts: { count, limit: rule.limit },
    },
  ]
}

function refusalBy({ allow, deny }: ListRule<Address>): (account: Address) => boolean {
  const isDenied = accountsOf(deny ?? [])
  const isAllowed = allow === undefined ? () => true : accountsOf(allow)
  return (account) => isDenied(account) || !isAllowed(account)
}

type AccountUse = UsedLeaf & { readonly account: Address }
type AccountRule = { readonly code: string; readonly verb: string; readonly rule: RuleHead }

function accountFindings(spots: readonly AccountUse[], words: AccountRule): readonly Finding[] {
  return groupsOf(spots, ({ account }) => account.toLowerCase()).map((group): Finding => {
    const { account } = group[0]
    const positions = [...new Set(positionsIn(group))]
    return {
      code: words.code,
      severity: words.rule.severity,
      leaf: positions[0]!,
      message: `${account} ${words.verb} in ${countText(positions.length, 'leaf')} (${slotsText(positions)}), which the policy does not permit.`,
      facts: { account, positions },
    }
  })
}
