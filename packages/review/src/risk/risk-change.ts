import { compareSeverity, type RiskSeverity } from './severity.ts'
import type { WayOut } from './way-out.ts'

/** A way out that two trees have, wider or narrower in the later one. */
export type RiskChange = {
  readonly before: WayOut
  readonly after: WayOut
  /** Accounts, targets and tokens that the later tree adds to it. */
  readonly added: readonly string[]
  /** Those that it takes away. */
  readonly removed: readonly string[]
}

/** The effect of a change of the tree on its ways out. */
export type RiskChanges<Way extends WayOut = WayOut> = {
  /** The worst first. */
  readonly added: readonly Way[]
  readonly removed: readonly Way[]
  /** Ways that both have and that reach more or less in the later tree. */
  readonly changed: readonly RiskChange[]
  /** Severity of the worst way that was added or became wider; null where nothing did. */
  readonly worst: RiskSeverity | null
}

type WaysOut<Way extends WayOut> = { readonly risks: readonly Way[] }

/**
 * Compares the ways out of two trees.
 *
 * @param before - as `risksOf` finds them, with the same options for both.
 * @param after - of the later tree.
 * @returns ways that are new, gone, wider or narrower; what moved to other slots is none of them.
 */
export function riskChanges<Way extends WayOut>(
  before: WaysOut<Way>,
  after: WaysOut<Way>,
): RiskChanges<Way> {
  const old = new Map(before.risks.map((way) => [way.key, way]))
  const now = new Map(after.risks.map((way) => [way.key, way]))
  const added = after.risks.filter(({ key }) => !old.has(key))
  const removed = before.risks.filter(({ key }) => !now.has(key))
  const changed = after.risks.flatMap((way): RiskChange[] => {
    const earlier = old.get(way.key)
    const change = earlier === undefined ? null : changeOf(earlier, way)
    return change === null ? [] : [change]
  })
  const worse = [
    ...added.map(({ severity }) => severity),
    ...changed.flatMap((change) => (change.added.length > 0 ? [change.after.severity] : [])),
  ].sort(compareSeverity)
  return { added, removed, changed, worst: worse[0] ?? null }
}

function changeOf(before: WayOut, after: WayOut): RiskChange | null {
  const old = reachOf(before)
  const now = reachOf(after)
  const added = [...now].filter((one) => !old.has(one))
  const removed = [...old].filter((one) => !now.has(one))
  return added.length + removed.length === 0 ? null : { before, after, added, removed }
}

/** The accounts and tokens that a way reaches, and its opening. */
function reachOf({ accounts, targets, tokens, args }: WayOut): ReadonlySet<string> {
  return new Set([...accounts, ...targets, ...tokens, ...args])
}
