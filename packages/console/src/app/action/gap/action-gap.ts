import type { Address } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { type Permission, permissionsOf } from '@vaultwright/protocols'
import type { ManifestResponse } from '@vaultwright/wire'

/** An action that the tree permits in part: why it cannot be built. */
export type ActionGap = {
  readonly route: string
  readonly name: string
  readonly reason: string
}

/** Lists the actions whose own leaf is in the tree and which the service does not offer. */
export function gapsOf(
  { tree }: TreeFile,
  owner: { readonly vault: Address; readonly manager: Address },
  manifest: ManifestResponse,
): readonly ActionGap[] {
  const gaps = new Map<string, ActionGap>()
  for (const permission of permissionsOf(tree.leaves, owner).permissions) {
    const { route, name } = permission.action
    if (manifest[route] !== undefined || gaps.has(route)) continue
    gaps.set(route, { route, name, reason: reasonOf(permission) })
  }
  return [...gaps.values()]
}

function reasonOf({ missing, unknown }: Permission): string {
  const [first] = missing
  if (first !== undefined)
    return `The tree lacks the approval of ${first.token} for ${first.spender}.`
  if (unknown.length > 0)
    return `The token to approve is not known: ${unknown.join(', ')} is in no leaf and in no fact that the service has.`
  return 'Its leaves bind values that never go together.'
}
