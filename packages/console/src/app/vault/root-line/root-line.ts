import type { VaultDetail, WireRoot } from '@vaultwright/wire'

/** A root in the life of a strategist. */
export type RootStep = {
  readonly root: string
  readonly state: 'pending' | 'active' | 'replaced' | 'withdrawn'
  /** When it was set, or pushed if it is pending; null when it is not known. */
  readonly since: string | null
  readonly transaction: string | null
  /** Null when no tree is stored. */
  readonly leafCount: number | null
}

/** The roots of a strategist, the newest first. */
export type RootLine = {
  readonly strategist: string
  /** As the tenant calls it; null for an account that the description does not name. */
  readonly name: string | null
  readonly steps: readonly RootStep[]
}

const zeroRoot = /^0x0{64}$/

/** Lays the roots of a vault out by strategist: those that the description names first. */
export function rootLinesOf(
  roots: readonly WireRoot[],
  pending: readonly WireRoot[],
  deployments: VaultDetail['deployments'],
): readonly RootLine[] {
  const names = new Map(
    deployments
      .flatMap(({ strategists }) => strategists)
      .map(({ address, name }) => [address.toLowerCase(), { address, name }]),
  )
  const lines = new Map<string, RootStep[]>([...names.keys()].map((key) => [key, []]))
  const add = (strategist: string, step: RootStep) => {
    const key = strategist.toLowerCase()
    lines.set(key, [...(lines.get(key) ?? []), step])
  }
  for (const entry of pending) add(entry.strategist, { ...stepOf(entry), state: 'pending' })
  for (const entry of roots) add(entry.strategist, stepOf(entry))
  return [...lines].map(([key, steps]) => ({
    strategist: names.get(key)?.address ?? key,
    name: names.get(key)?.name ?? null,
    steps: [...steps].sort(newestFirst),
  }))
}

/** Two roots of a strategist, in the order of time. */
export type RootPair = { readonly older: string; readonly newer: string }

/**
 * Pairs roots of one strategist for a comparison: two that were chosen; else the chosen one with what is in force, and
 * what is in force with what was before it.
 *
 * @param chosen - steps of the line, at most two.
 * @returns in the order of time: what is pending comes last; null without two different stored trees.
 */
export function rootPairOf({ steps }: RootLine, chosen: readonly RootStep[]): RootPair | null {
  const [first, second] = chosen
  if (first === undefined) return null
  const index = steps.indexOf(first)
  const partner =
    second ??
    (first.state === 'active'
      ? steps.find((step, at) => at > index && step.leafCount !== null)
      : steps.find(({ state }) => state === 'active'))
  if (partner === undefined || partner.root === first.root) return null
  if (first.leafCount === null || partner.leafCount === null) return null
  const [newer, older] = steps.indexOf(partner) < index ? [partner, first] : [first, partner]
  return { older: older.root, newer: newer.root }
}

function stepOf(entry: WireRoot): RootStep {
  const isWithdrawn = zeroRoot.test(entry.root_hash)
  return {
    root: entry.root_hash,
    state: isWithdrawn ? 'withdrawn' : entry.active ? 'active' : 'replaced',
    since: entry.set_at,
    transaction: entry.set_tx_hash,
    leafCount: entry.leaf_count,
  }
}

const order = { pending: 0, active: 1, withdrawn: 2, replaced: 2 } as const

function newestFirst(left: RootStep, right: RootStep): number {
  const byState = order[left.state] - order[right.state]
  if (byState !== 0) return byState
  return (right.since ?? '') < (left.since ?? '') ? -1 : 1
}
