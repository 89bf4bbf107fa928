import { protocolTitleOf } from '@vaultwright/protocols'
import type { ManifestResponse, WireAction } from '@vaultwright/wire'

/** An action with its route. */
export type RoutedAction = { readonly route: string; readonly action: WireAction }

/** Actions of one protocol. */
export type ActionGroup = {
  readonly protocol: string
  readonly title: string
  readonly actions: readonly RoutedAction[]
}

/**
 * Groups the actions that hold every word, by protocol.
 *
 * @param query - words of name, protocol, route, description or of a choice.
 * @returns groups and actions in the order of the manifest.
 */
export function groupActions(manifest: ManifestResponse, query: string): readonly ActionGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, RoutedAction[]>()
  for (const [route, action] of Object.entries(manifest)) {
    const text = wordsOf(route, action)
    if (!words.every((word) => text.includes(word))) continue
    const group = groups.get(action.protocol)
    if (group === undefined) groups.set(action.protocol, [{ route, action }])
    else group.push({ route, action })
  }
  return [...groups].map(([protocol, actions]) => ({
    protocol,
    title: protocolTitleOf(protocol),
    actions,
  }))
}

function wordsOf(route: string, { name, protocol, description, params }: WireAction): string {
  const choices = params.flatMap((param) => (param.choices ?? []).flat())
  return [route, name, protocolTitleOf(protocol), description, ...choices].join(' ').toLowerCase()
}
