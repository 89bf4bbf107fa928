import type { Address, Steps } from '@vaultwright/base'
import { isPadding, type Leaf } from '@vaultwright/manager'
import {
  type CallContext,
  callContextOf,
  emptyFacts,
  knownFactsOf,
  type Permission,
  type Permissions,
  permissionSentenceOf,
  permissionSteps,
  protocolOf,
  ruleBook,
} from '@vaultwright/protocols'
import { type AccountName, printTrusted } from '@vaultwright/registry'
import { buildLabeller, type Labeller, lintSteps } from '@vaultwright/review'
import { type NamedTree, namedFindings, namesIn } from './named-tree.ts'
import type { LeafMeaning, Meaning, PermissionRow } from './question.ts'

/** The leaves of a tree read as actions, and what names their accounts and arguments. */
export type ActionReading = Permissions & {
  readonly file: NamedTree['file']
  readonly context: CallContext
  /** Why the chain is the one; null when it is not known. */
  readonly because: string | null
  readonly labeller: Labeller
}

/** Reads the leaves of a tree as actions of protocols, in steps. */
export function* readingSteps(tree: NamedTree): Steps<ActionReading> {
  const { file } = tree
  const { leaves } = file.tree
  const { vault, manager } = file.metadata
  const { names, chainId, because } = namesIn(tree)
  const context = { ...callContextOf(chainId, vault), names }
  const knownFacts = chainId === null ? emptyFacts : knownFactsOf(chainId)
  const permissions =
    vault === null
      ? { permissions: [], claims: leaves.map(() => null) }
      : yield* permissionSteps(leaves, { vault, manager }, { knownFacts })
  yield
  const used = leaves.filter((leaf) => !isPadding(leaf))
  const labeller = buildLabeller(ruleBook, used)
  return { ...permissions, file, context, because, labeller }
}

/** Says what a tree permits, and runs every check of a reviewer, in steps. */
export function* meaningSteps(reading: ActionReading): Steps<Meaning> {
  const { file, claims, context, because } = reading
  const rows: PermissionRow[] = []
  for (const permission of reading.permissions) {
    rows.push(permissionRowOf(permission, reading))
    yield
  }
  const findings = yield* lintSteps(file, { rules: ruleBook })
  return {
    protocols: claims.map((claim) => claim && titleOf(claim.pattern.action.protocol)),
    actions: claims.map((claim) => claim?.pattern.action.name ?? null),
    permissions: rows,
    names: accountNamesOf(file.tree.leaves, context),
    chain: because,
    findings: namedFindings(findings, context.names),
  }
}

/** Says what one leaf permits, from its bytes. */
export function readLeafMeaning(reading: ActionReading, slot: number): LeafMeaning {
  const { file, context, labeller } = reading
  const leaf = file.tree.leaves[slot] ?? file.tree.padding
  const { labels } = labeller.labelled(leaf)
  const claim = reading.claims[slot] ?? null
  if (claim === null) return { sentence: plainSentenceOf(leaf, context), labels, isPossible: false }
  const { action, pieces } = claim.pattern
  const native = leaf.canSendValue ? ', with native coin' : ''
  const sentence = permissionSentenceOf(action, claim.binding, context)
  return {
    sentence: `${sentence}${droneText(claim.drone)}${native}`,
    labels: labels.map((label, at) => {
      const piece = pieces[at]
      return label ?? (piece !== undefined && 'slot' in piece ? piece.slot : null)
    }),
    isPossible: claim.isPossible,
  }
}

/** A leaf that no action describes: the function and the account, nothing more is known. */
function plainSentenceOf(leaf: Leaf, context: CallContext): string {
  if (isPadding(leaf)) return 'An empty slot: it permits nothing'
  const name = leaf.signature === '' ? leaf.selector : leaf.signature.split('(', 1)[0]
  return `Call ${name} of ${accountText(leaf.target, context)}: no action describes it`
}

function permissionRowOf(permission: Permission, reading: ActionReading): PermissionRow {
  const { action, binding, drone, plain, valued, approvals, missing, unknown } = permission
  const { context, claims } = reading
  const slots = [plain, valued].flatMap((leaf) => (leaf === null ? [] : [leaf.slot]))
  const lacking = missing.map(
    ({ token, spender }) =>
      `No leaf approves ${accountText(token, context)} for ${accountText(spender, context)}.`,
  )
  const undetermined = unknown.map(
    (name) =>
      `The leaf does not determine its ${name.replaceAll('_', ' ')}, so its approval is not known.`,
  )
  return {
    protocol: titleOf(action.protocol),
    action: action.name,
    sentence: `${permissionSentenceOf(action, binding, context)}${droneText(drone)}`,
    slots,
    approvals: [...new Set(approvals.map(({ slot }) => slot))],
    missing: [...lacking, ...undetermined],
    isPossible: slots.some((slot) => claims[slot]?.isPossible === true),
  }
}

function accountNamesOf(leaves: readonly Leaf[], { names }: CallContext): Meaning['names'] {
  const named = new Map<string, AccountName | null>()
  for (const { target, decoder, arguments: entries } of leaves) {
    for (const account of [target, decoder, ...entries]) {
      const key = account.toLowerCase()
      if (!named.has(key)) named.set(key, names(account))
    }
  }
  return Object.fromEntries(
    [...named].flatMap(([key, name]) => (name === null ? [] : [[key, name]])),
  )
}

function accountText(account: Address, { names }: CallContext): string {
  return printTrusted(account, names, { whole: false })
}

function droneText(drone: Address | null): string {
  return drone === null ? '' : ` through the drone ${drone}`
}

function titleOf(protocol: string): string {
  return protocolOf(protocol)?.title ?? protocol
}
