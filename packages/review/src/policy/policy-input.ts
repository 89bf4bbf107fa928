import type { Address, Finding, Hex, Severity } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { digestOf, type Leaf, type RuleBook, rulesFor, selectorOf } from '@vaultwright/manager'
import { type VaultSlots, vaultSlotsOf } from '../leaf/vault-slot.ts'
import { type LintInput, lintInputOf, type UsedLeaf } from '../lint/lint-input.ts'
import type { LeafName } from './leaf-name.ts'
import type { Policy } from './policy-schema.ts'
import { labelsByTarget, type TargetProtocols } from './target-label.ts'

/** The inputs of judging by a policy besides the tree. */
export type PolicyOptions = {
  /** Names arguments; without its rules no receiver is known. */
  readonly rules: RuleBook
  /** The protocols of accounts, as a definition that is trusted has them: where a label may mean two things, it decides. */
  readonly protocolsOf?: TargetProtocols
}

/** The input of the rules of a policy. */
export type PolicyInput = {
  readonly lintInput: LintInput
  readonly policy: Policy
  readonly rules: RuleBook
  /** The vault that the policy names, else the one that the tree states; null when neither does. */
  readonly vault: Address | null
  readonly manager: Address | null
  /** Named by the policy, else read from the tree. */
  readonly drones: readonly Address[]
  /** The slots of the vault in other leaves. */
  readonly slots: VaultSlots
  /** Leaves that call a known function by a name that only hashes like its own. */
  readonly misnamed: readonly UsedLeaf[]
}

/** The head of every rule of a policy. */
export type RuleHead = { readonly severity: Severity; readonly except: readonly LeafName[] }

/** One rule of a policy over a tree. */
export type PolicyCheck = (input: PolicyInput) => readonly Finding[]

/** Prepares a tree for the rules of a policy. */
export function policyInputOf(
  file: TreeFile,
  policy: Policy,
  { rules, protocolsOf = () => [] }: PolicyOptions,
): PolicyInput {
  const stated = lintInputOf(file, rules)
  const used = stated.used.map((item) => ({
    ...item,
    leaf: withFunctionName(item.leaf, rules),
    labels: labelsByTarget(item, rules, protocolsOf),
  }))
  const lintInput = { ...stated, used }
  const vault = policy.vault ?? file.metadata.vault
  const leaves = lintInput.used.map(({ leaf }) => leaf)
  return {
    lintInput,
    policy,
    rules,
    vault,
    misnamed: stated.used.filter(({ leaf }, at) => leaf.signature !== used[at]!.leaf.signature),
    manager: policy.manager ?? file.metadata.manager,
    drones: policy.drones ?? dronesIn(lintInput),
    slots: vaultSlotsOf(leaves, vault),
  }
}

/** Rules go by names, the chain by four bytes: a leaf must not slip by under another name. */
function withFunctionName(leaf: Leaf, rules: RuleBook): Leaf {
  const signatures = rulesFor(rules, leaf.selector).map(({ signature }) => signature)
  const isNamed = signatures.length === 0 || signatures.includes(leaf.signature)
  return isNamed ? leaf : { ...leaf, signature: signatures[0]! }
}

/** The drones that leaves are forwarded through, each once, in slot order. */
function dronesIn({ used }: LintInput): readonly Address[] {
  return [...new Set(used.filter(({ isDrone }) => isDrone).map(({ leaf }) => leaf.target))]
}

/**
 * Leaves out what a rule does not judge.
 *
 * @returns the others, in the same order.
 */
export function without(
  used: readonly UsedLeaf[],
  names: readonly LeafName[],
): readonly UsedLeaf[] {
  if (names.length === 0) return used
  const isNamed = leafNamesOf(names)
  return used.filter(({ leaf }) => !isNamed(leaf))
}

/** Prepares looking leaves up by their names in a policy. */
export function leafNamesOf(names: readonly LeafName[]): (leaf: Leaf) => boolean {
  const targets = accountsOf(names.flatMap((name) => (name.kind === 'target' ? name.target : [])))
  const selectors = new Set(
    names.flatMap((name) => (name.kind === 'signature' ? selectorOf(name.signature) : [])),
  )
  const digests = new Set<Hex>(names.flatMap((name) => (name.kind === 'digest' ? name.digest : [])))
  return (leaf) =>
    targets(leaf.target) ||
    selectors.has(leaf.selector) ||
    (digests.size > 0 && digests.has(printHex(digestOf(leaf))))
}

/** Prepares looking accounts up, whatever their spelling. */
export function accountsOf(accounts: readonly Hex[]): (account: Hex) => boolean {
  const addresses = new Set(accounts.map((account) => account.toLowerCase()))
  return (account) => addresses.has(account.toLowerCase())
}
