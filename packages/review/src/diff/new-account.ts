import type { Address } from '@vaultwright/base'
import { isPadding, type Leaf } from '@vaultwright/manager'
import type { Claim, Numbering } from '@vaultwright/protocols'
import { bridgeRoutes } from '../leaf/bridge-route.ts'
import { functionOf } from '../leaf/leaf-identity.ts'
import type { TreeActions } from '../leaf/tree-actions.ts'
import type { DiffReadings } from './diff-set.ts'

/** A way to another chain that the earlier tree does not have. */
export type NewBridge = {
  readonly target: Address
  readonly signature: string
  readonly route: string | null
  /** The chain by the number that the bridge has for it; null where it has one destination, or the leaf binds none. */
  readonly network: { readonly numbering: Numbering; readonly number: string } | null
  /** Slots of the later tree, ascending. */
  readonly positions: readonly number[]
}

/** A function that may send the native coin where none of its leaves could. */
export type NewSender = {
  readonly target: Address
  readonly signature: string
  readonly positions: readonly number[]
}

/** Finds bridges, by account, function and chain, that only the later tree has. */
export function newBridges({ before, after }: DiffReadings): readonly NewBridge[] {
  const old = bridgesOf(before)
  return [...bridgesOf(after)].flatMap(([key, bridge]) => (old.has(key) ? [] : [bridge]))
}

/** Finds functions of accounts that only the later tree may call with the native coin. */
export function newSenders({ before, after }: DiffReadings): readonly NewSender[] {
  const old = sendersOf(before)
  return [...sendersOf(after)].flatMap(([key, sender]) => (old.has(key) ? [] : [sender]))
}

function bridgesOf({ file, claims }: TreeActions): ReadonlyMap<string, NewBridge> {
  const bridges = new Map<string, NewBridge & { readonly positions: number[] }>()
  for (const [position, leaf] of file.tree.leaves.entries()) {
    if (isPadding(leaf)) continue
    const claim = claims[position] ?? null
    const network = networkOf(claim)
    if (network === undefined && !bridgeRoutes.has(leaf.signature)) continue
    const key = `${functionOf(leaf)} ${network?.number ?? ''}`
    const bridge = bridges.get(key) ?? newBridgeOf(leaf, claim, network ?? null)
    bridge.positions.push(position)
    bridges.set(key, bridge)
  }
  return bridges
}

function newBridgeOf(leaf: Leaf, claim: Claim | null, network: NewBridge['network']) {
  const { target, signature } = leaf
  return { target, signature, route: claim?.pattern.action.route ?? null, network, positions: [] }
}

/** The chain that a leaf binds; null when its bridge names none, undefined when it is no bridge. */
function networkOf(claim: Claim | null): NewBridge['network'] | undefined {
  if (claim === null) return undefined
  const { parameters } = claim.pattern.action
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.kind !== 'network') continue
    const value = claim.binding[name]
    return value === undefined ? null : { numbering: parameter.numbering, number: String(value) }
  }
  return undefined
}

function sendersOf({ file }: TreeActions): ReadonlyMap<string, NewSender> {
  const senders = new Map<string, NewSender & { readonly positions: number[] }>()
  for (const [position, leaf] of file.tree.leaves.entries()) {
    if (isPadding(leaf) || !leaf.canSendValue) continue
    const { target, signature } = leaf
    const sender = senders.get(functionOf(leaf)) ?? { target, signature, positions: [] }
    sender.positions.push(position)
    senders.set(functionOf(leaf), sender)
  }
  return senders
}
