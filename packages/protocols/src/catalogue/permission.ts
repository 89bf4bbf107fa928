import { type Address, finishSteps, type Steps } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import { nativeAsset } from '@vaultwright/registry'
import type { Action, ActionApproval } from '../action/action.ts'
import { emptyFacts, type KnownFacts } from '../action/known-facts.ts'
import type { Claim, Owner } from '../action/match.ts'
import { approvalsOf, type Binding, permit2Address, type WantedApproval } from '../action/permit.ts'
import { claimSteps, siblingsOf, twinClaimsOf } from './claim.ts'

/** The slot of a leaf in a tree, and the decoder it names. */
export type LeafSlot = { readonly slot: number; readonly decoder: Address }

/** A permission by the leaves of a tree: one action with one set of bound values. */
export type Permission = {
  readonly action: Action
  /** Values that the action's own leaf binds, and tokens and spenders that facts or approvals tell. */
  readonly binding: Binding
  /** The drone that acts; null when the vault does. */
  readonly drone: Address | null
  /** The action's leaf for calls without value; null when the tree has none. */
  readonly plain: LeafSlot | null
  /** The action's leaf for calls with value; null when the tree has none. */
  readonly valued: LeafSlot | null
  /** Leaves of the approvals, in the order of the calls. */
  readonly approvals: readonly LeafSlot[]
  /** Approvals that the tree has no leaf for; the action cannot run without them. */
  readonly missing: readonly WantedApproval[]
  /** Parameters that an approval names, tokens or spenders, and that neither leaves nor facts tell. */
  readonly unknown: readonly string[]
}

/** The permissions of a tree, and the reading of each of its leaves. */
export type Permissions = {
  /** In the order of their first leaf. */
  readonly permissions: readonly Permission[]
  /** By slot: how the leaf was read; null for padding and for what no protocol describes. */
  readonly claims: readonly (Claim | null)[]
}

/** Facts beside the leaves. */
type PermissionOptions = { readonly knownFacts?: KnownFacts }

/**
 * Reads the leaves of a tree as actions.
 *
 * An action whose approval is not in the tree is listed with what is missing. Where a call does not
 * bind the token that it pulls, facts tell it; without facts, the one token that the called account
 * itself may pull. What nothing tells is listed as unknown, never guessed.
 *
 * @param leaves - in slot order; padding permits nothing.
 * @param options - what is known of accounts; nothing when not said.
 * @returns permissions, and the reading of each slot.
 */
export function permissionsOf(
  leaves: readonly Leaf[],
  owner: Owner,
  options: PermissionOptions = {},
): Permissions {
  return finishSteps(permissionSteps(leaves, owner, options))
}

/**
 * Reads leaves as `permissionsOf` does, in steps.
 *
 * @param leaves - in slot order.
 * @param options - what is known of accounts; nothing when not said.
 */
export function* permissionSteps(
  leaves: readonly Leaf[],
  owner: Owner,
  options: PermissionOptions = {},
): Steps<Permissions> {
  const knownFacts = options.knownFacts ?? emptyFacts
  const claims = yield* claimSteps(leaves, { owner, knownFacts })
  const readings = claims.flatMap((claim) =>
    claim === null ? [] : twinClaimsOf(claim, leaves[claim.slot]!, owner),
  )
  const granted = { ...approvalIndexOf(claims), feePullers: feePullersOf(readings) }
  const byKey = new Map<string, Permission>()
  for (const claim of readings) {
    yield
    const { binding, unknown } = completionOf(claim, granted, knownFacts)
    const key = keyOf(claim, binding)
    const existing = byKey.get(key)
    const leafSlot = { slot: claim.slot, decoder: claim.decoder }
    if (existing !== undefined) byKey.set(key, withLeafSlot(existing, claim, leafSlot))
    else {
      byKey.set(key, {
        action: claim.pattern.action,
        binding,
        drone: claim.drone,
        unknown,
        plain: claim.pattern.canSendValue ? null : leafSlot,
        valued: claim.pattern.canSendValue ? leafSlot : null,
        ...approvalSlotsOf(claim, binding, granted),
      })
    }
  }
  return { permissions: [...byKey.values()], claims }
}

/**
 * Tells whether nothing is missing that an action needs to run.
 *
 * @param permission - as read from a tree.
 * @returns true when its approvals are all in the tree.
 */
export function isComplete({ missing, unknown }: Permission): boolean {
  return missing.length === 0 && unknown.length === 0
}

/** Approvals in a tree, by who gives them, to whom, and of what. */
type ApprovalIndex = {
  /** By `account|spender`: tokens, each with its first leaf. */
  readonly direct: ReadonlyMap<string, ReadonlyMap<Address, LeafSlot>>
  /** The same for spenders that pull through Permit2. */
  readonly through: ReadonlyMap<string, ReadonlyMap<Address, LeafSlot>>
  /** By `account|spender`: spenders that may pull a token of another account beside their own. */
  readonly feePullers: ReadonlySet<string>
}

function approvalIndexOf(
  claims: readonly (Claim | null)[],
): Pick<ApprovalIndex, 'direct' | 'through'> {
  const direct = new Map<string, Map<Address, LeafSlot>>()
  const through = new Map<string, Map<Address, LeafSlot>>()
  for (const claim of claims) {
    if (claim === null) continue
    const { route } = claim.pattern.action
    const grants =
      route === 'erc_20/approve' ? direct : route === 'permit2/approve' ? through : null
    if (grants === null) continue
    const { token, spender } = claim.binding as { token: Address; spender: Address }
    const key = `${claim.drone}|${spender}`
    const tokens = grants.get(key) ?? new Map<Address, LeafSlot>()
    grants.set(key, tokens)
    if (!tokens.has(token)) tokens.set(token, { slot: claim.slot, decoder: claim.decoder })
  }
  return { direct, through }
}

/** Lists who may pull a fee in a token that another account names: their one approval may be that of the fee. */
function feePullersOf(claims: readonly Claim[]): ReadonlySet<string> {
  return new Set(
    claims.flatMap(({ pattern: { action }, binding, drone }) =>
      action.approvals
        .filter((approval) => !isOwnToken(action, approval))
        .map(({ spender }) => `${drone}|${binding[spender] ?? spender}`),
    ),
  )
}

type Completion = { readonly binding: Binding; readonly unknown: readonly string[] }

/**
 * Adds the tokens that an action pulls without binding them, and who pulls them.
 *
 * What a router may pull says nothing of one call; what the called account may pull is its own token.
 */
function completionOf(claim: Claim, grants: ApprovalIndex, knownFacts: KnownFacts): Completion {
  const { action } = claim.pattern
  let { binding } = claim
  const unknown: string[] = []
  for (const { token, spender, through } of action.approvals) {
    if (!spender.startsWith('0x') && binding[spender] === undefined) {
      const value = factFor(action, spender, { binding, knownFacts })
      if (value === null) unknown.push(spender)
      else binding = { ...binding, [spender]: value }
    }
    if (binding[token] !== undefined || unknown.includes(token)) continue
    const puller = spender.startsWith('0x') ? spender : binding[spender]
    const from = through === undefined ? grants.direct : grants.through
    const granted = [...(from.get(`${claim.drone}|${puller}`)?.keys() ?? [])]
    const isOwn =
      binding[action.parameters[token]?.fact?.of ?? ''] === puller &&
      pullsOneToken(action) &&
      !grants.feePullers.has(`${claim.drone}|${puller}`)
    const isOne = action.parameters[token]?.kind === 'token' && granted.length === 1
    const value =
      factFor(action, token, { binding, knownFacts }) ?? (isOwn && isOne ? granted[0]! : null)
    if (value === null) unknown.push(token)
    else binding = { ...binding, [token]: value }
  }
  return { binding, unknown }
}

const pullers = new WeakMap<Action, boolean>()

/** True if the account that an action calls has one token of its own that it ever pulls. */
function pullsOneToken(action: Action): boolean {
  const cached = pullers.get(action)
  if (cached !== undefined) return cached
  const siblings = siblingsOf(action)
  const approvable = siblings.flatMap((sibling) =>
    sibling.approvals
      .filter((approval) => isOwnToken(sibling, approval))
      .map(({ token }) => sibling.parameters[token]?.fact?.call ?? token),
  )
  const isOne = new Set(approvable).size === 1
  pullers.set(action, isOne)
  return isOne
}

/** False if an account other than the spender names the token, as an endpoint names that of its fee. */
function isOwnToken({ parameters }: Action, { token, spender }: ActionApproval): boolean {
  return (parameters[token]?.fact?.of ?? spender) === spender
}

type FactContext = { readonly binding: Binding; readonly knownFacts: KnownFacts }

function factFor(
  action: Action,
  name: string,
  { binding, knownFacts }: FactContext,
): Address | readonly Address[] | null {
  const fact = action.parameters[name]?.fact
  if (fact === undefined) return null
  const account = binding[fact.of]
  if (typeof account !== 'string') return null
  const value = knownFacts.factOf(account as Address, fact.call)
  if (typeof value === 'string') return value as Address
  return typeof value === 'object' && value !== null ? (value as readonly Address[]) : null
}

function approvalSlotsOf(
  claim: Claim,
  binding: Binding,
  grants: ApprovalIndex,
): Pick<Permission, 'approvals' | 'missing'> {
  const approvals: LeafSlot[] = []
  const missing: WantedApproval[] = []
  for (const needed of approvalsOf(claim.pattern.action, binding)) {
    const { token, spender, approval } = needed
    if (token === nativeAsset) continue
    const steps =
      approval.through === undefined
        ? [grants.direct.get(`${claim.drone}|${spender}`)?.get(token)]
        : [
            grants.direct.get(`${claim.drone}|${permit2Address}`)?.get(token),
            grants.through.get(`${claim.drone}|${spender}`)?.get(token),
          ]
    const completed = steps.flatMap((step) => step ?? [])
    if (completed.length === steps.length) approvals.push(...completed)
    else missing.push(needed)
  }
  return { approvals, missing }
}

function withLeafSlot(permission: Permission, claim: Claim, leafSlot: LeafSlot): Permission {
  return claim.pattern.canSendValue
    ? { ...permission, valued: permission.valued ?? leafSlot }
    : { ...permission, plain: permission.plain ?? leafSlot }
}

function keyOf({ pattern, drone }: Claim, binding: Binding): string {
  const values = Object.keys(binding)
    .sort()
    .map((slot) => `${slot}=${binding[slot]}`)
  return `${pattern.action.route}|${drone}|${values.join('|')}`
}
