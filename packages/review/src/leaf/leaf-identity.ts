import type { Leaf } from '@vaultwright/manager'

/**
 * Names what a leaf permits, so that two leaves of one permission have one name.
 *
 * Everything that goes into the digest and nothing else: neither the description nor the spelling
 * of the signature behind the selector.
 */
export function permissionOf(leaf: Leaf): string {
  return `${leaf.decoder} ${functionOf(leaf)} ${leaf.canSendValue} ${leaf.arguments.join()}`.toLowerCase()
}

/** Names the function a leaf is about: its target and selector. */
export function functionOf(leaf: Leaf): string {
  return `${leaf.target} ${leaf.selector}`.toLowerCase()
}

/** Names the words around a permission: the signature's spelling and the description. */
export function wordingOf(leaf: Leaf): string {
  return JSON.stringify([leaf.signature, leaf.description])
}

/** Compares two texts by code unit, the same in every locale. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
