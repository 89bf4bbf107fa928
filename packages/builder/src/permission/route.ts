import { BaseError, type Facts, nearestOf } from '@vaultwright/base'
import { isPadding, type Leaf, type LeafTree } from '@vaultwright/manager'
import {
  type Action,
  actionOf,
  approvalLeavesOf,
  type Permission,
  patternsOf,
  protocols,
  ruleBook,
} from '@vaultwright/protocols'
import { missingLeaf } from './nearest-leaf.ts'
import { permissionIndexOf, type TreeContext } from './permission-index.ts'

/**
 * Makes sure that a tree permits a route.
 *
 * @throws {UnknownRouteError} when no protocol has the route.
 * @throws {RouteNotPermittedError} when the tree lacks a leaf of it; it names the leaf and the nearest.
 */
export function assertPermitted(context: TreeContext, route: string): Action {
  const action = actionOf(route)
  const index = permissionIndexOf(context)
  if (action === null) throw new UnknownRouteError(route, [...index.permissions.keys()])
  if (index.combinationsOf(route).length > 0) return action
  const [partial] = index.permissions.get(route) ?? []
  throw new RouteNotPermittedError(
    route,
    partial === undefined ? absentReason(action, context.tree) : missingReason(partial, context),
  )
}

/** Why something is not permitted: sentences, and the same as facts. */
export type Reason = { readonly text: string; readonly facts: Facts }

/** Says what a permission lacks whose own leaf is in the tree. */
export function missingReason(
  permission: Permission,
  { tree, vault, manager }: TreeContext,
): Reason {
  const { missing, unknown, drone } = permission
  const [name] = missing
  if (name === undefined && unknown.length === 0) {
    return { text: 'Its leaves bind values that never go together.', facts: {} }
  }
  if (name === undefined) {
    return {
      text: `The token to approve is not known: ${unknown.join(', ')} is in no leaf and no fact. Give the lock file or the fact.`,
      facts: { unknown },
    }
  }
  const decoder = (permission.plain ?? permission.valued)!.decoder
  const actor = { self: drone ?? vault, manager, decoder, drone }
  const leaves = approvalLeavesOf(name, actor)
  const absent = leaves.find((leaf) => !tree.leaves.some((one) => isAlike(one, leaf)))
  return missingLeaf(tree, absent ?? leaves[0]!)
}

function isAlike(one: Leaf, other: Leaf): boolean {
  return (
    one.selector === other.selector &&
    `${one.target}${one.arguments}`.toLowerCase() ===
      `${other.target}${other.arguments}`.toLowerCase()
  )
}

function absentReason(action: Action, tree: LeafTree): Reason {
  const [pattern] = patternsOf(action, ruleBook)
  const { signature, selector } = pattern!
  const slot = tree.leaves.findIndex((leaf) => leaf.selector === selector && !isPadding(leaf))
  const near =
    slot < 0
      ? 'No leaf permits this function'
      : `The leaf in slot ${slot} permits this function, of ${tree.leaves[slot]!.target}, and reads as another action`
  return {
    text: `It needs a leaf for ${signature}. ${near}.`,
    facts: { missing: { signature, selector }, nearest: slot < 0 ? null : { slot } },
  }
}

/** No protocol has the route. */
export class UnknownRouteError extends BaseError {
  override readonly code = 'unknown_route'
  override readonly kind = 'invalid_input'

  constructor(route: string, permitted: readonly string[]) {
    const group = route.split('/')[0]
    const alike = permitted.filter(
      (one) => one.split('/')[0] === group || one.split('/')[1] === route.split('/')[1],
    )
    const near = nearestOf(
      route,
      protocols.flatMap(({ actions }) => actions.map((action) => action.route)),
    )
    const guess = near === null ? '' : ` Did you mean ${near}?`
    const hint = alike.length === 0 ? '' : ` The tree permits ${alike.slice(0, 8).join(', ')}.`
    super({
      message: `${JSON.stringify(route)} is not an action of any protocol.${guess}${hint} Run vaultwright actions list <tree>.`,
      facts: { route, alike },
    })
  }
}

/** The tree lacks a leaf that the action needs. */
export class RouteNotPermittedError extends BaseError {
  override readonly code = 'route_not_permitted'
  override readonly kind = 'not_permitted'

  constructor(route: string, { text, facts }: { readonly text: string; readonly facts: Facts }) {
    super({
      message: `The tree does not permit ${route}. ${text}`,
      facts: { route, ...facts },
    })
  }
}
