import { type Address, type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import { parseLabel } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { isPuller } from '../leaf/puller.ts'
import { countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import {
  groupsOf,
  type LintInput,
  type LintRule,
  positionsIn,
  type UsedLeaf,
} from './lint-input.ts'
import { pullHeuristics } from './pull-heuristic.ts'

/** Approvals for accounts that no leaf calls. */
export const spenderRule: LintRule = {
  inputs: 'file',
  codes: {
    spender_no_target: {
      severities: ['warning'],
      meaning: 'An account may spend tokens, and no leaf calls it.',
    },
  },
  check: checkSpenders,
}

/** Functions that pull what no leaf approves. */
export const missingApprovalRule: LintRule = {
  inputs: 'rules',
  codes: {
    missing_approval: {
      severities: ['warning'],
      meaning: 'A function pulls a token that no leaf approves for it.',
    },
  },
  check: checkMissingApprovals,
}

type LeafApproval = {
  /** The owner of the tokens: a drone, or the vault as null. */
  readonly drone: Address | null
  readonly spender: Address
  readonly token: Address
  readonly position: number
}

/** Finds approvals for spenders that no leaf calls. */
function checkSpenders({ used, targets }: LintInput): readonly Finding[] {
  const unknowns = used
    .flatMap(approvalsOf)
    .filter(({ spender }) => !targets.has(spender) && !isPuller(spender))
  return groupsOf(unknowns, ({ spender }) => spender).map((group) => {
    const { spender } = group[0]
    const positions = positionsIn(group)
    const tokens = [...new Set(group.map(({ token }) => token))]
    return {
      code: 'spender_no_target',
      severity: 'warning',
      leaf: positions[0]!,
      message: `${spender} may spend ${countText(tokens.length, 'token')} (${listText(tokens)}; ${slotsText(positions)}), but no leaf calls it.`,
      facts: { spender, tokens, positions },
    }
  })
}

/**
 * Finds functions that pull a token which no leaf approves for them.
 *
 * Another tree of the same vault may hold the approval; in this one the function cannot work.
 */
function checkMissingApprovals({ used }: LintInput): readonly Finding[] {
  const approved = new Set(used.flatMap(approvalsOf).map(keyOf))
  const missing = used.flatMap((item) =>
    pullsOf(item).flatMap((pull) => (approved.has(keyOf(pull)) ? [] : [{ ...pull, item }])),
  )
  return groupsOf(missing, keyOf).map((group) => {
    const { spender, token, drone } = group[0]
    const positions = [...new Set(positionsIn(group))]
    const signatures = [...new Set(group.map(({ item }) => item.leaf.signature))]
    return {
      code: 'missing_approval',
      severity: 'warning',
      leaf: positions[0]!,
      message: `${spender} pulls ${token} in ${listText(signatures.map(functionText))} (${slotsText(positions)}), but no leaf approves that.`,
      facts: { spender, token, drone, signatures, positions },
    }
  })
}

function keyOf({ drone, spender, token }: LeafApproval): string {
  return `${drone} ${spender} ${token}`.toLowerCase()
}

function approvalsOf({ leaf, labels, isDrone, position }: UsedLeaf): readonly LeafApproval[] {
  const index = labels.findIndex((label) => label !== null && parseLabel(label).word === 'spender')
  const spender = leaf.arguments[index]
  if (spender === undefined || isSameAddress(spender, zeroAddress)) return []
  const named = labels.findIndex((label) => label !== null && parseLabel(label).word === 'token')
  const called = isDrone ? leaf.arguments.at(-1)! : leaf.target
  const token = named < 0 ? called : leaf.arguments[named]!
  return [{ drone: isDrone ? leaf.target : null, spender, token, position }]
}

function pullsOf({ leaf, labels, isDrone, position }: UsedLeaf): readonly LeafApproval[] {
  const heuristic = pullHeuristics.get(leaf.signature)
  if (heuristic === undefined || leaf.canSendValue) return []
  const spender = isDrone ? leaf.arguments.at(-1)! : leaf.target
  const drone = isDrone ? leaf.target : null
  return leaf.arguments.flatMap((token, at) => {
    const label = labels[at] ?? null
    if (label === null || !heuristic.includes(parseLabel(label).word)) return []
    if (isSameAddress(token, zeroAddress) || isSameAddress(token, nativeAsset)) return []
    return [{ drone, spender, token, position }]
  })
}
