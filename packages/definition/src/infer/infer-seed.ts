import type { Address } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import {
  type Action,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  type Claim,
  type KnownFacts,
  type LeafActor,
  leafOf,
  type Owner,
  type Pattern,
  type Permission,
  permissionsOf,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { patternsFor } from '../expand/binding.ts'
import { leafKeyOf } from '../expand/leaf-key.ts'
import { shapesOf } from '../schema/parameter-use.ts'

/** One action with one set of values that a tree permits: what entries are grouped from. */
export type Seed = {
  readonly action: Action
  /** The values the leaf binds, and the token that its approval is of. */
  readonly binding: Binding
  readonly decoder: Address
  readonly drone: Address | null
  /** True if the approvals that it needs come with it. */
  readonly approvals: boolean
  /** Selects among calls that may carry value; null for both, and where an action does not choose. */
  readonly value: boolean | null
  /** Version of the decoder; null for the newest. */
  readonly packing: string | null
  /** Length of lists that leaves bind by their length alone; null for the least. */
  readonly size: number | null
  /** Another protocol's account may be called: see `Claim`. */
  readonly isPossible: boolean
}

/** The owner of the leaves, and the known facts of accounts. */
export type SeedInput = {
  readonly owner: Owner & { readonly manager: Address }
  readonly knownFacts: KnownFacts
}

/**
 * Reads the leaves of a tree as actions from which the very same leaves can be built again.
 *
 * @returns each permission once; a slot that no seed gives back stays a leaf as it is.
 */
export function seedsOf(
  leaves: readonly Leaf[],
  { owner, knownFacts }: SeedInput,
): readonly Seed[] {
  const { permissions, claims } = permissionsOf(leaves, owner, { knownFacts })
  const present = new Set(leaves.map(leafKeyOf))
  const permissionsFor = openIndex(permissions)
  const seeds: { readonly key: string; readonly seed: Seed }[] = []
  const covered = new Set<string>()
  const keys = new Set<string>()
  for (const [slot, claim] of claims.entries()) {
    const key = leafKeyOf(leaves[slot]!)
    if (claim === null || keys.has(key)) continue
    const actor = actorOf(claim, owner)
    if (leafKeyOf(leafOf(claim.pattern, claim.binding, actor)) !== key) continue
    keys.add(key)
    const claimSeeds = seedsFor(claim, permissionsFor(claim), { actor, present })
    seeds.push({ key, seed: claimSeeds.seed })
    for (const approval of claimSeeds.covered) covered.add(approval)
  }
  // What comes with an action as its approval need not be said again.
  const uncovered = seeds.filter(({ key }) => !covered.has(key)).map(({ seed }) => seed)
  return uncovered
}

type SeedContext = { readonly actor: LeafActor; readonly present: ReadonlySet<string> }

function seedsFor(claim: Claim, permissions: readonly Permission[], context: SeedContext) {
  const { actor, present } = context
  const { pattern, binding, decoder, drone } = claim
  const { action } = pattern
  const common = {
    action,
    decoder,
    drone,
    isPossible: claim.isPossible,
    value: sendingOf(claim, context),
    packing: packingOf(pattern),
    size: sizeOf(pattern, binding),
  }
  if (action.approvals.length === 0) {
    return { seed: { ...common, binding, approvals: true }, covered: [] }
  }
  // Where approvals leave open which token an action pulls, they stay entries of their own.
  const [only, ...further] = permissions
  const isCertain = only !== undefined && further.length === 0 && isWhole(action, only.binding)
  const leaves = isCertain ? approvalKeysOf(action, only.binding, actor) : []
  if (!isCertain || !leaves.every((key) => present.has(key))) {
    return { seed: { ...common, binding, approvals: false }, covered: [] }
  }
  return { seed: { ...common, binding: only.binding, approvals: true }, covered: leaves }
}

function isWhole(action: Action, binding: Binding): boolean {
  return action.approvals
    .flatMap(({ token, spender }) => [token, spender])
    .every((name) => name.startsWith('0x') || binding[name] !== undefined)
}

function approvalKeysOf(action: Action, binding: Binding, actor: LeafActor): readonly string[] {
  return approvalsOf(action, binding)
    .filter(({ token }) => token !== nativeAsset)
    .flatMap((wanted) => approvalLeavesOf(wanted, actor).map(leafKeyOf))
}

/** Both kinds of an action's leaf are one seed when the tree has both. */
function sendingOf({ pattern, binding }: Claim, { actor, present }: SeedContext): boolean | null {
  if (pattern.action.sends !== 'either') return null
  const counterpart = leafOf({ ...pattern, canSendValue: !pattern.canSendValue }, binding, actor)
  return present.has(leafKeyOf(counterpart)) ? null : pattern.canSendValue
}

function sizeOf({ action, size }: Pattern, binding: Binding): number | null {
  const [minimum] = patternsFor(action, binding, { packing: null, size: null })
  return minimum?.size === size ? null : size
}

function packingOf(pattern: Pattern): string | null {
  const newest = shapesOf(pattern.action).find(({ size }) => size === pattern.size)!
  const isNewest = JSON.stringify(newest.pieces) === JSON.stringify(pattern.pieces)
  return isNewest ? null : pattern.decoders[0]!
}

/** Finds the permissions that a claim became: several where approvals tell what the leaf does not. */
function openIndex(permissions: readonly Permission[]) {
  const indexes = new Map<string, Map<string, Permission[]>>()
  const byRoute = new Map<string, Permission[]>()
  for (const permission of permissions) put(byRoute, permission.action.route, permission)
  return ({ pattern, binding, drone }: Claim): readonly Permission[] => {
    const { route } = pattern.action
    const slots = Object.keys(binding).sort()
    const name = `${route}|${slots}`
    const keyIn = (values: Binding, by: Address | null) =>
      `${by}|${slots.map((slot) => values[slot]).join('|')}`
    let index = indexes.get(name)
    if (index === undefined) {
      index = new Map()
      for (const permission of byRoute.get(route) ?? [])
        put(index, keyIn(permission.binding, permission.drone), permission)
      indexes.set(name, index)
    }
    return index.get(keyIn(binding, drone)) ?? []
  }
}

function put<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [item])
  else list.push(item)
}

function actorOf({ decoder, drone }: Claim, { vault, manager }: SeedInput['owner']): LeafActor {
  return { self: drone ?? vault, manager, decoder, drone }
}
