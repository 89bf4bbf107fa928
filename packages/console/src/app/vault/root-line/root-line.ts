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

/** Counts active roots whose tree is not stored: what they permit is not known. */
export function unknownRootsOf(lines: readonly RootLine[]): number {
  return lines
    .flatMap(({ steps }) => steps)
    .filter(({ state, leafCount }) => state === 'active' && leafCount === null).length
}

/** The pair that a reader compares first: what is pending against what is active. */
export function pendingPairOf({ steps }: RootLine): readonly [string, string] | null {
  const active = steps.find(({ state, leafCount }) => state === 'active' && leafCount !== null)
  const pending = steps.find(({ state, leafCount }) => state === 'pending' && leafCount !== null)
  if (active === undefined || pending === undefined) return null
  return [active.root, pending.root]
}

/** A root that a reader ticked, in the line of whom. */
export type TickedRoot = { readonly strategist: string } & Pick<
  RootStep,
  'root' | 'state' | 'since'
>

/** Tells whether a step of a line is the one that was ticked. */
export function isTicked(
  ticked: readonly TickedRoot[],
  strategist: string,
  { root, state }: RootStep,
): boolean {
  return ticked.some(
    (one) => one.strategist === strategist && one.root === root && one.state === state,
  )
}

/**
 * Lays ticked roots out from the oldest to the newest: what is pending for its strategist is the newest, whatever the
 * same root is for another.
 */
export function olderFirst(ticked: readonly TickedRoot[]): readonly string[] {
  const timeOf = ({ state, since }: TickedRoot) => (state === 'pending' ? '9' : (since ?? ''))
  return [...ticked]
    .sort((left, right) => (timeOf(left) < timeOf(right) ? -1 : 1))
    .map(({ root }) => root)
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
