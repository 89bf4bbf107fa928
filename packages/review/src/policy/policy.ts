import { type Address, type Finding, isSameAddress, type Severity } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { rulesFor } from '@vaultwright/manager'
import { countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, type LintInput, positionsIn } from '../lint/lint-input.ts'
import { checkApprovals } from './approval.ts'
import { checkBridges } from './bridge.ts'
import { checkExits } from './exit.ts'
import { checkFree } from './free.ts'
import { checkCount, checkDecoderList, checkSignatures, checkTargets, checkValue } from './list.ts'
import {
  accountsOf,
  type PolicyCheck,
  type PolicyInput,
  type PolicyOptions,
  policyInputOf,
} from './policy-input.ts'
import type { Policy } from './policy-schema.ts'
import { checkSwapPrice } from './swap-price.ts'
import { checkTransfers } from './transfer.ts'
import { checkUnjudged } from './unjudged.ts'

const checks: readonly PolicyCheck[] = [
  checkVault,
  checkDrones,
  checkNames,
  checkTransfers,
  checkApprovals,
  checkExits,
  checkBridges,
  checkTargets,
  checkDecoderList,
  checkSignatures,
  checkValue,
  checkFree,
  checkSwapPrice,
  checkCount,
  checkUnjudged,
]
const ranks: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 }

/**
 * Judges a tree by a policy.
 *
 * One finding covers all slots that share a cause; its facts hold them all. What a rule cannot judge
 * is a finding, too, never a silent yes.
 *
 * @returns findings: errors first, then warnings, then infos; empty when the tree keeps to the policy.
 */
export function checkPolicy(
  file: TreeFile,
  policy: Policy,
  options: PolicyOptions,
): readonly Finding[] {
  const input = policyInputOf(file, policy, options)
  const findings = checks.flatMap((check) => check(input))
  return findings.sort((one, other) => ranks[one.severity] - ranks[other.severity])
}

/** A tree cannot choose the vault that it is judged for, and without one no account may receive. */
function checkVault({ policy, lintInput, vault }: PolicyInput): readonly Finding[] {
  const stated = lintInput.file.metadata.vault
  if (policy.vault !== undefined && stated !== null && !isSameAddress(policy.vault, stated)) {
    return [
      {
        code: 'policy_other_vault',
        severity: 'error',
        leaf: null,
        message: `The tree states the vault ${stated}, the policy is for ${policy.vault}.`,
        facts: { stated, vault: policy.vault },
      },
    ]
  }
  if (vault !== null || (policy.transfers === undefined && policy.bridges === undefined)) return []
  return [
    {
      code: 'policy_no_vault',
      severity: 'error',
      leaf: null,
      message:
        'Neither the policy nor the tree names the vault, so no account counts as the vault. Name it in the policy.',
      facts: {},
    },
  ]
}

/**
 * Checks drones: the author of a tree could make an account look like a drone: a leaf that nothing
 * can call is enough, and the last receiver of the others is then read as where they are forwarded.
 */
function checkDrones({ policy, lintInput, drones }: PolicyInput): readonly Finding[] {
  if (policy.drones !== undefined) return unknownDrones(lintInput, policy.drones)
  if (policy.transfers === undefined || drones.length === 0) return []
  return [
    {
      code: 'policy_drone_assumed',
      severity: 'warning',
      leaf: null,
      message: `${listText(drones)} may receive as drones only because the tree forwards calls through them. List the drones of the vault in the policy.`,
      facts: { drones },
    },
  ]
}

function unknownDrones({ used }: LintInput, drones: readonly Address[]): readonly Finding[] {
  const isListed = accountsOf(drones)
  const forwarded = used.filter(({ leaf, isDrone }) => isDrone && !isListed(leaf.target))
  return groupsOf(forwarded, ({ leaf }) => leaf.target).map((group): Finding => {
    const { target } = group[0].leaf
    const positions = positionsIn(group)
    return {
      code: 'policy_drone',
      severity: 'error',
      leaf: positions[0]!,
      message: `${countText(positions.length, 'leaf')} (${slotsText(positions)}) can only be read as forwarded through ${target}, which is not a drone of the policy.`,
      facts: { drone: target, positions },
    }
  })
}

/** Findings of hidden names: a function hidden from a reader is hidden from a rule that goes by names. */
function checkNames({ misnamed, rules }: PolicyInput): readonly Finding[] {
  return groupsOf(misnamed, ({ leaf }) => leaf.signature).map((group): Finding => {
    const { signature, selector } = group[0].leaf
    const positions = positionsIn(group)
    const signatures = [...new Set(rulesFor(rules, selector).map((rule) => rule.signature))]
    return {
      code: 'policy_misnamed_function',
      severity: 'error',
      leaf: positions[0]!,
      message: `${functionText(signature)} of ${slotsText(positions)} is the name of no known function, but hashes to ${selector} like ${listText(signatures.map(functionText))}: it is judged as that.`,
      facts: { signature, selector, known: signatures, positions },
    }
  })
}
