import { type Fault, openFaultServer } from './fault-server.ts'

/** Names of what can go wrong with a request. */
export type FaultName = keyof typeof faultMakers

/** When something goes wrong. */
export type FaultPlan = {
  /** The same seed gives the same faults to the same number of requests. */
  readonly seed: number
  /** From 0 to 1: how many of the requests are hit. */
  readonly share: number
  /** The faults. Default: those of `passingFaults`. */
  readonly kinds?: readonly FaultName[]
}

/** A node that injects the planned faults, behind a real HTTP server. */
export type FaultyNode = {
  readonly url: string
  /** The number of requests. */
  readonly count: () => number
  /** The number of times each fault hit. */
  readonly injected: () => Readonly<Partial<Record<FaultName, number>>>
  /** Lets faults happen from now on, by a plan. */
  readonly injectFaults: (plan: FaultPlan) => void
  /** Lets none happen from now on; what is pruned stays so. */
  readonly clearFaults: () => void
  /** Gives up the state of blocks before that one, for good; null brings it back. */
  readonly prune: (before: bigint | null) => void
  /** Passes questions on to another node, as when it was restarted elsewhere. */
  readonly moveTo: (upstream: string) => void
  /** Refuses connections until it is revived. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const faultMakers = {
  busy: () => ({ kind: 'status', status: 429 }),
  broken: () => ({ kind: 'status', status: 500 }),
  hang: () => ({ kind: 'hang' }),
  drop: () => ({ kind: 'drop' }),
  garbage: () => ({ kind: 'garbage' }),
  truncate: () => ({ kind: 'truncate' }),
  rate_limit: () => ({ kind: 'rate_limit' }),
  lose_answer: () => ({ kind: 'lose_answer' }),
  wrong_value: () => ({ kind: 'wrong_value', value: 'nonsense' }),
  shuffle: () => ({ kind: 'shuffle' }),
  behind: () => ({ kind: 'behind', blocks: 5n }),
  wrong_chain: () => ({ kind: 'wrong_chain' }),
  pruned: () => ({ kind: 'pruned', before: 2n ** 255n }),
  zero: () => ({ kind: 'zero' }),
} as const satisfies Record<string, () => Fault>

/**
 * Faults that pass: who asks again gets what an honest node says. `hang` is among them, so give the
 * transport a short time. `behind` shows an old head as long as no client saw a later one.
 */
export const passingFaults: readonly FaultName[] = [
  ...(['busy', 'broken', 'hang', 'drop', 'garbage', 'truncate', 'rate_limit'] as const),
  ...(['lose_answer', 'wrong_value', 'shuffle', 'behind'] as const),
]

/** Faults that no retry cures, or that only a second endpoint can show. */
export const lastingFaults: readonly FaultName[] = ['wrong_chain', 'pruned', 'zero']

/**
 * Puts a node that does wrong before an honest one.
 *
 * @param upstream - URL of the honest one.
 * @param plan - what goes wrong from the beginning; nothing when not said.
 */
export async function openFaultyNode(upstream: string, plan?: FaultPlan): Promise<FaultyNode> {
  const server = await openFaultServer(upstream)
  const injected: Partial<Record<FaultName, number>> = {}
  let pruned: bigint | null = null
  let draw: () => FaultName | null = () => null
  server.by(() => {
    const name = draw()
    if (name === null) return pruned === null ? null : { kind: 'pruned', before: pruned }
    injected[name] = (injected[name] ?? 0) + 1
    return faultMakers[name]()
  })
  const injectFaults = ({ seed, share, kinds = passingFaults }: FaultPlan) => {
    const next = randomOf(seed)
    draw = () => {
      const [isHit, which] = [next() < share, next()]
      return isHit ? kinds[Math.floor(which * kinds.length)]! : null
    }
  }
  if (plan !== undefined) injectFaults(plan)
  return {
    url: server.url,
    count: server.count,
    injected: () => ({ ...injected }),
    injectFaults,
    clearFaults: () => {
      draw = () => null
    },
    prune: (before) => {
      pruned = before
    },
    moveTo: server.moveTo,
    stop: server.stop,
    start: server.start,
    close: server.close,
  }
}

/** Numbers from 0 up to 1 that look random, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
