import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import {
  appendDroneTarget,
  encodeManage,
  type Leaf,
  type LeafTree,
  type ManageCall,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import {
  type Action,
  actionOf,
  type Binding,
  type Exit,
  encodeAction,
  exits,
  type KnownFacts,
  type LeafSlot,
  leafOf,
  type Permission,
  patternsOf,
  permissionsOf,
  ruleBook,
} from '@vaultwright/protocols'

/** The tree of a strategist, and whose it is. */
export type DrillTree = {
  readonly tree: LeafTree
  readonly vault: Address
  readonly manager: Address
  readonly drones: readonly Address[]
  readonly knownFacts: KnownFacts
}

/** A leaf that the tree lacks. */
export type MissingLeaf = {
  readonly route: string
  readonly holder: Address
  readonly leaf: Leaf
}

/** A position that leaves name, and the way out of it. */
export type ExitSource = {
  readonly exit: Exit
  readonly action: Action
  /** The vault, or its drone. */
  readonly holder: Address
  readonly drone: Address | null
  readonly binding: Binding
  /** The leaves of its calls, in their order; null where one is missing. */
  readonly leaves: readonly SourceLeaf[] | null
  /** The leaves that the tree lacks. */
  readonly missing: readonly MissingLeaf[]
}

/** A leaf in force, with its proof. */
export type SourceLeaf = LeafSlot & {
  readonly proof: readonly Hex[]
  readonly route: string
  readonly binding: Binding
}

const transferRoute = 'erc_20/transfer'

/**
 * Lists the ways out of everything that the leaves of a tree may have opened: idle money of drones first, then exits by
 * the slot of their leaf. A position that leaves open and none closes is listed with the leaf that is missing.
 *
 * @param assets - tokens that are needed: the drones are asked for them whatever the leaves say.
 */
export function sourcesOf(context: DrillTree, assets: readonly Address[]): readonly ExitSource[] {
  const { tree, vault, manager, drones: named, knownFacts } = context
  const owner = { vault, manager, drones: named }
  const { permissions } = permissionsOf(tree.leaves, owner, { knownFacts })
  const drones = [...new Set([...named, ...permissions.flatMap(({ drone }) => drone ?? [])])]
  const candidates = [
    ...drones.flatMap((drone) => assets.map((token) => transferOf(drone, token))),
    ...exits
      .filter(({ route }) => route !== transferRoute)
      .flatMap((exit) => candidatesOf(exit, permissions)),
  ]
  const sources = candidates.map((candidate) => sourceOf(candidate, { ...context, permissions }))
  const rankOf = ({ exit, leaves }: ExitSource) =>
    exit.route === transferRoute ? -1 : (leaves?.[0]?.slot ?? tree.leaves.length)
  return sources.toSorted((one, other) => rankOf(one) - rankOf(other))

  function transferOf(drone: Address, token: Address): Candidate {
    const exit = exits.find(({ route }) => route === transferRoute)!
    const decoder = permissions.find((one) => one.drone === drone)?.plain?.decoder
    return { exit, drone, binding: { token, to: vault }, decoder: decoder ?? null }
  }
}

type Candidate = {
  readonly exit: Exit
  readonly drone: Address | null
  readonly binding: Binding
  /** The decoder of a leaf beside it, for a leaf that is missing. */
  readonly decoder: Address | null
}

/** Any leaf of a protocol that binds what names a position may have opened it. */
function candidatesOf(exit: Exit, permissions: readonly Permission[]): readonly Candidate[] {
  const { protocol } = actionOf(exit.route)!
  const byKey = new Map<string, Candidate>()
  for (const { action, binding, drone, plain, valued } of permissions) {
    if (action.protocol !== protocol) continue
    const bound = exit.identity.map((name) => [name, binding[name]] as const)
    if (bound.some(([, value]) => value === undefined)) continue
    const key = JSON.stringify([drone, ...bound.map(([, value]) => String(value).toLowerCase())])
    const decoder = (plain ?? valued)?.decoder ?? null
    if (!byKey.has(key))
      byKey.set(key, { exit, drone, decoder, binding: Object.fromEntries(bound) as Binding })
  }
  return [...byKey.values()]
}

type SourceContext = DrillTree & { readonly permissions: readonly Permission[] }

function sourceOf(candidate: Candidate, context: SourceContext): ExitSource {
  const { exit, drone, binding } = candidate
  const holder = drone ?? context.vault
  const call = { route: exit.route, binding }
  // The money of a position of a drone arrives there: it is sent on in the same batch, once its token is known.
  const leafSlot = leafSlotFor(call, drone, context.permissions)
  const missing = leafSlot === null ? missingLeavesOf(call, candidate, context) : []
  return {
    exit,
    action: actionOf(exit.route)!,
    holder,
    drone,
    binding,
    leaves:
      leafSlot === null
        ? null
        : [{ ...leafSlot, ...call, proof: proofHexOf(context.tree.tree, leafSlot.slot) }],
    missing,
  }
}

/** Adds to a source of a drone the call that sends its money on to the vault. */
export function withForward(
  source: ExitSource,
  sources: readonly ExitSource[],
  asset: Address,
): ExitSource {
  const { drone, exit, leaves, missing } = source
  if (drone === null || exit.route === transferRoute) return source
  const forward = sources.find(
    (other) =>
      other.exit.route === transferRoute &&
      other.drone === drone &&
      isSameAddress(other.binding.token as Address, asset),
  )
  const further = forward?.leaves ?? null
  return {
    ...source,
    leaves: leaves === null || further === null ? null : [...leaves, ...further],
    missing: [...missing, ...(forward?.missing ?? [])],
  }
}

type Wanted = { readonly route: string; readonly binding: Binding }

function leafSlotFor(
  { route, binding }: Wanted,
  drone: Address | null,
  permissions: readonly Permission[],
): LeafSlot | null {
  const isSame = (permission: Permission) =>
    permission.action.route === route &&
    permission.drone === drone &&
    Object.entries(binding).every(
      ([name, value]) =>
        String(permission.binding[name]).toLowerCase() === String(value).toLowerCase(),
    )
  const permission = permissions.find(isSame)
  if (permission === undefined) return null
  return permission.action.sends === 'always' ? permission.valued : permission.plain
}

function missingLeavesOf(
  { route, binding }: Wanted,
  { drone, decoder }: Candidate,
  { vault, manager }: SourceContext,
): readonly MissingLeaf[] {
  const action = actionOf(route)!
  const holder = drone ?? vault
  const pattern = patternsOf(action, ruleBook).find(
    ({ canSendValue }) => canSendValue === (action.sends === 'always'),
  )
  if (pattern === undefined || decoder === null) return []
  const leaf = leafOf(pattern, binding, { self: holder, manager, decoder, drone })
  return [{ route, holder, leaf }]
}

/** The amount that leaves, and what a route adds to the values of the leaf. */
export type SourceAmount = {
  readonly amount: bigint
  /** Base units of the token that a drone sends on. */
  readonly sent: bigint
  readonly values: { readonly [name: string]: unknown }
}

/** Encodes the Manager calldata of a source, with its proofs. */
export function encodeSource(manager: Address, source: ExitSource, amount: SourceAmount): Hex {
  return encodeManage(manageCallsOf(manager, source, amount))
}

/** The calls of a source, each with its proof. */
export function manageCallsOf(
  manager: Address,
  { leaves, exit, drone, holder }: ExitSource,
  { amount, sent, values }: SourceAmount,
): readonly ManageCall[] {
  return (leaves ?? []).map(({ decoder, proof, route, binding }, index) => {
    const action = actionOf(route)!
    const name = index === 0 ? exit.amount : 'amount'
    const extra = index === 0 ? values : {}
    const inputs = {
      ...binding,
      ...extra,
      self: holder,
      manager,
      [name]: index === 0 ? amount : sent,
    } as never
    const called = binding[action.target] as Address
    const call = encodeAction(action, inputs)
    return {
      proof,
      decoder,
      target: drone ?? called,
      data: drone === null ? call : appendDroneTarget(call, called),
      value: action.value(inputs),
    }
  })
}
