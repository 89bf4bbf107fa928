import { type Address, BaseError, type Finding, type Hex, printHex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { digestOf, type RuleBook } from '@vaultwright/manager'
import { functionText } from '../../leaf/sentence.ts'
import type { UsedLeaf } from '../../lint/lint-input.ts'
import { signaturePattern } from '../leaf-name.ts'
import { checkPolicy } from '../policy.ts'
import { policyInputOf } from '../policy-input.ts'
import { freeMeanings, readPolicy } from '../policy-schema.ts'

/** The inputs of inferring a policy besides the tree. */
type InferPolicyOptions = {
  /** Names arguments; leaves of functions without a rule are named one by one. */
  readonly rules: RuleBook
  /** The policy's name for people; null if it has none. */
  readonly name: string | null
  /** The vault, where the tree states none or another one must be meant; null for the tree's own. */
  readonly vault: Address | null
}

/** A policy that a tree keeps to, as its file says it. */
export type PolicyInference = {
  /** The value of the file, which `parsePolicy` reads. */
  readonly policy: { readonly [key: string]: unknown }
  /** Notes on digests that the policy names: the function and the slot. */
  readonly notes: ReadonlyMap<Hex, string>
  /** Leaves in use. */
  readonly used: number
}

/** A correction may uncover the next finding of a rule; more rounds than this are a defect. */
const maxRounds = 8

/**
 * Proposes the narrowest policy that a tree keeps to.
 *
 * Receivers, spenders, chains, targets, decoders and functions are those of the tree, and no more leaves than
 * it has. What a rule cannot judge, and what it finds all the same, is excused leaf by leaf, by digest.
 *
 * @returns the value of a policy file; `checkPolicy` finds nothing in this tree by it.
 * @throws {PolicyInferenceError} when no policy fits: the vault is not named, or a function is misnamed.
 * @throws {PolicyDraftError} when the draft is wrong, which is a defect of this module.
 */
export function inferPolicy(file: TreeFile, options: InferPolicyOptions): PolicyInference {
  const draft = startDraft(file, options)
  for (let round = 0; round < maxRounds; round++) {
    const policy = policyOf(draft)
    const parsed = readPolicy(policy)
    // The draft is this module's own: what its schema refuses is a defect.
    if (!parsed.ok) throw new PolicyDraftError(JSON.stringify(parsed.issues))
    const findings = checkPolicy(file, parsed.value, options)
    if (findings.length === 0) return { policy, notes: draft.named, used: draft.used.size }
    const open = findings.filter((finding) => !correct(draft, finding))
    if (open.length > 0) throw new PolicyInferenceError(open)
  }
  throw new PolicyDraftError('the corrections do not end')
}

type ExceptingRule =
  | 'transfers'
  | 'approvals'
  | 'exits'
  | 'bridges'
  | 'targets'
  | 'decoders'
  | 'signatures'
  | 'free'
  | 'unjudged'

type PolicyDraft = {
  readonly head: { readonly [key: string]: unknown }
  readonly used: ReadonlyMap<number, UsedLeaf>
  /** Lists that permit, by rule and key. */
  readonly lists: Map<string, Set<string>>
  /** Leaves that a rule does not judge, by digest. */
  readonly except: Map<ExceptingRule, Set<Hex>>
  readonly values: Set<Hex>
  readonly free: Set<string>
  readonly named: Map<Hex, string>
}

function startDraft(file: TreeFile, { rules, name, vault }: InferPolicyOptions): PolicyDraft {
  const empty = readPolicy({ version: 1 })
  if (!empty.ok) throw new PolicyDraftError(JSON.stringify(empty.issues))
  const { lintInput, drones } = policyInputOf(file, empty.value, { rules })
  const account = vault ?? file.metadata.vault
  const { manager } = file.metadata
  return {
    head: {
      version: 1,
      ...(name === null ? {} : { name }),
      ...(account === null ? {} : { vault: account }),
      ...(manager === null ? {} : { manager }),
      drones,
    },
    used: new Map(lintInput.used.map((item) => [item.position, item])),
    lists: new Map(),
    except: new Map(),
    values: new Set(),
    free: new Set(freeMeanings),
    named: new Map(),
  }
}

/** Makes the value of a policy file: empty lists permit nothing, so that they stand there, too. */
function policyOf({
  head,
  used,
  lists,
  except,
  values,
  free,
}: PolicyDraft): PolicyInference['policy'] {
  const list = (key: string) => [...(lists.get(key) ?? [])]
  const some = (key: string, name: string) => {
    const items = list(key)
    return items.length === 0 ? {} : { [name]: items }
  }
  const excused = (rule: ExceptingRule) => {
    const digests = except.get(rule)
    return digests === undefined ? {} : { except: [...digests] }
  }
  const families = [...lists.keys()].filter((key) => key.startsWith(numbers))
  const byFamily = families.map((key) => [key.slice(numbers.length), list(key)])
  return {
    ...head,
    transfers: { allow: list('transfers'), ...excused('transfers') },
    approvals: { allow: list('approvals'), ...excused('approvals') },
    exits: excused('exits'),
    bridges: {
      ...(byFamily.length === 0 ? {} : { numbers: Object.fromEntries(byFamily) }),
      ...some('contracts', 'contracts'),
      ...some('receivers', 'receivers'),
      ...excused('bridges'),
    },
    targets: { allow: list('targets'), ...excused('targets') },
    decoders: { allow: list('decoders'), ...excused('decoders') },
    signatures: { allow: list('signatures'), ...excused('signatures') },
    value: { allow: [...values] },
    ...(free.size === 0 ? {} : { free: { forbidden: [...free], ...excused('free') } }),
    maximum_leaves: used.size,
    ...(except.has('unjudged') ? { unjudged: excused('unjudged') } : {}),
  }
}

const numbers = 'numbers.'

/** The list of the policy that permits the subject of a finding, and the fact under which the finding names it. */
const listOf: { readonly [code: string]: readonly [list: string, fact: string] } = {
  policy_transfer: ['transfers', 'account'],
  policy_approval: ['approvals', 'spender'],
  policy_bridge_receiver: ['receivers', 'account'],
  policy_target: ['targets', 'account'],
  policy_decoder: ['decoders', 'account'],
}

/** The rule that leaves out the leaves of a finding. */
const exceptOf: { readonly [code: string]: ExceptingRule } = {
  policy_receiver_open: 'transfers',
  policy_transfer_unsure: 'transfers',
  policy_exit: 'exits',
  policy_free_unknown: 'free',
  policy_unjudged: 'unjudged',
}

/** Permits what a finding names; false where no key of a policy does. */
function correct(draft: PolicyDraft, { code, facts }: Finding): boolean {
  const positions = (facts.positions ?? []) as readonly number[]
  const items = positions.map((position) => draft.used.get(position)!)
  const permitted = listOf[code]
  if (permitted !== undefined) {
    const [list, fact] = permitted
    return permit(draft, list, String(facts[fact]))
  }
  const rule = exceptOf[code]
  if (rule !== undefined) return excuse(draft, rule, items)
  if (code === 'policy_signature') return permitFunction(draft, String(facts.signature), items)
  if (code === 'policy_free') {
    draft.free.delete(String(facts.meaning))
    return true
  }
  if (code === 'policy_bridge_destination') {
    const destinations = facts.numbers as readonly string[] | null
    return permitCrossing(draft, items, { destinations, families: facts.families as string[] })
  }
  if (code !== 'policy_value') return false
  for (const item of items) draft.values.add(nameOf(draft, item))
  return items.length > 0
}

function permit({ lists }: PolicyDraft, key: string, value: string): boolean {
  const list = lists.get(key) ?? new Set()
  lists.set(key, list.add(value))
  return true
}

function excuse(draft: PolicyDraft, rule: ExceptingRule, items: readonly UsedLeaf[]): boolean {
  const digests = draft.except.get(rule) ?? new Set()
  for (const item of items) digests.add(nameOf(draft, item))
  draft.except.set(rule, digests)
  return items.length > 0
}

/** A signature that does not hash to its selector is not the name of what is called. */
function permitFunction(
  draft: PolicyDraft,
  signature: string,
  items: readonly UsedLeaf[],
): boolean {
  const isTried = draft.lists.get('signatures')?.has(signature) === true
  const isName = new RegExp(signaturePattern).test(signature)
  if (isTried || !isName) return excuse(draft, 'signatures', items)
  return permit(draft, 'signatures', signature)
}

type PermittedCrossing = {
  /** Null where the bridge has only one destination. */
  readonly destinations: readonly string[] | null
  readonly families: readonly string[]
}

function permitCrossing(
  draft: PolicyDraft,
  items: readonly UsedLeaf[],
  { destinations, families }: PermittedCrossing,
): boolean {
  if (destinations === null) {
    for (const { leaf, isDrone } of items) {
      permit(draft, 'contracts', isDrone ? leaf.arguments.at(-1)! : leaf.target)
    }
    return items.length > 0
  }
  const [family] = families
  if (family === undefined || destinations.length === 0) return excuse(draft, 'bridges', items)
  for (const number of destinations) permit(draft, `${numbers}${family}`, number)
  return true
}

function nameOf({ named }: PolicyDraft, { leaf, position }: UsedLeaf): Hex {
  const digest = printHex(digestOf(leaf))
  const what = `${functionText(leaf.signature)} of ${leaf.target}, slot ${position}`
  if (!named.has(digest)) named.set(digest, what)
  return digest
}

/** The number of findings the sentence spells out; the facts hold them all. */
const shown = 4

/** No policy fits a tree. */
export class PolicyInferenceError extends BaseError {
  override readonly code = 'policy_not_inferable'
  override readonly kind = 'invalid_input'

  constructor(findings: readonly Finding[]) {
    const messages = findings.slice(0, shown).map(({ message }) => message)
    const remainder = findings.length > shown ? ` And ${findings.length - shown} more.` : ''
    super({
      message: `No policy permits this tree as it is: ${messages.join(' ')}${remainder}`,
      facts: { findings: findings.map(({ code, message }) => ({ code, message })) },
    })
  }
}

/** The draft of a policy is not one: a defect of this module. */
class PolicyDraftError extends BaseError {
  override readonly code = 'policy_draft'
  override readonly kind = 'bug'

  constructor(why: string) {
    super({
      message: `The draft of the policy is wrong: ${why}. Report this with the tree.`,
      facts: { why },
    })
  }
}
