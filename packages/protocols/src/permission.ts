import type { Address } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import type { Action } from './action.ts'
import type { Knowledge } from './knowledge.ts'
import type { Owner } from './match.ts'
import type { Binding, WantedApproval } from './permit.ts'

/** Where a leaf of a tree stands, and which decoder it names. */
export type Standing = { readonly slot: number; readonly decoder: Address }

/** What the leaves of a tree let a strategist do: one action with one set of bound values. */
export type Permission = {
  readonly action: Action
  /** Values that the action's own leaf binds, and tokens that its approvals tell. */
  readonly binding: Binding
  /** The drone that acts; null when the vault does. */
  readonly drone: Address | null
  /** The action's leaf for calls without value; null when the tree has none. */
  readonly plain: Standing | null
  /** The action's leaf for calls with value; null when the tree has none. */
  readonly valued: Standing | null
  /** Leaves of the approvals, in the order of the calls. */
  readonly approvals: readonly Standing[]
  /** Approvals that the tree has no leaf for; the action cannot run without them. */
  readonly missing: readonly WantedApproval[]
}

/** What a tree permits, and what was made of each of its leaves. */
export type Permissions = {
  readonly permissions: readonly Permission[]
  /** By slot: the action that the leaf was recognised as; null for padding and for what no protocol describes. */
  readonly actions: readonly (Action | null)[]
}

/** What is known beside the leaves. */
export type ReadOptions = { readonly knowledge?: Knowledge }

/**
 * Reads the leaves of a tree as actions.
 *
 * @param leaves - in slot order; padding permits nothing.
 * @param owner - the vault, and its Manager.
 * @param options - what is known of accounts; nothing when not said.
 * @returns permissions in the order of their first leaf.
 */
export function permissionsOf(
  leaves: readonly Leaf[],
  owner: Owner,
  options: ReadOptions = {},
): Permissions {
  throw new TypeError(`not written yet ${leaves.length} ${owner.vault} ${options.knowledge}`)
}
