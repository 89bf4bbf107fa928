import {
  chainCurves,
  joinCurves,
  maxSplitLegs,
  type OutputCurve,
  outputAt,
  planSplit,
  type SplitShares,
} from '@vaultwright/swap'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRun } from '../swap-run.ts'
import type { PoolCurve } from './output-curve.ts'
import { fixedCostOf, splitLegOf } from './split-run.ts'
import type { Middle } from './two-hop.ts'

/** A pool, and what amounts buy there as finely as that was measured. */
export type PlanPool = { readonly pool: PoolCurve; readonly curve: OutputCurve }

/** The pools by way of a token in between. */
export type PathPools = {
  readonly middle: Middle
  readonly first: readonly PlanPool[]
  readonly second: readonly PlanPool[]
}

/** A pool of a plan, and what it sells. */
export type PoolShare = { readonly pool: PoolCurve; readonly sellAmount: bigint }

/** Shares of an amount over pools of the pair, and over pools by way of tokens in between. */
export type PathPlan = {
  readonly direct: readonly PoolShare[]
  readonly paths: readonly {
    readonly middle: Middle
    readonly first: readonly PoolShare[]
    readonly second: readonly PoolShare[]
  }[]
}

/**
 * The part of a token in between that a second hop leaves, one in so many: a basis point. The first hop demands the
 * rest, so a price that falls by more stops the swap, and what stays is little where nothing moves.
 */
const reserveParts = 10_000n

/** Splits the session's amount over pools and paths; null where no path takes a part, or they do not take it all. */
export function planPaths(
  session: QuoteSession,
  direct: readonly PlanPool[],
  paths: readonly PathPools[],
): PathPlan | null {
  const closed = new Set<PoolCurve>()
  for (;;) {
    const open = (pools: readonly PlanPool[]) => pools.filter(({ pool }) => !closed.has(pool))
    const plan = planOver(
      session,
      open(direct),
      paths
        .map((path) => ({ ...path, first: open(path.first), second: open(path.second) }))
        .filter(({ first, second }) => first.length > 0 && second.length > 0),
    )
    if (plan === null || legCountOf(plan) <= maxSplitLegs) return plan
    // Of too many legs the one goes that sells the least part of its hop.
    closed.add(leastUsedOf(session, plan))
  }
}

/** The way to swap by a plan; calls of a second hop follow those of its first. */
export function pathRunOf({ direct, paths }: PathPlan, nextId: () => string): SwapRun {
  const shares = [...direct, ...paths.flatMap(({ first, second }) => [...first, ...second])]
  return {
    id: nextId(),
    legs: shares.map(({ pool, sellAmount }) =>
      splitLegOf(pool.result.swapRun.legs[0]!.choice, sellAmount),
    ),
  }
}

/** The part of what a first hop buys that the second sells. */
export function passedOn(bought: bigint): bigint {
  return bought - bought / reserveParts - 1n
}

function planOver(
  session: QuoteSession,
  direct: readonly PlanPool[],
  paths: readonly PathPools[],
): PathPlan | null {
  const chains = paths.map(({ first, second }) => chainCurves(joinedOf(first), joinedOf(second)))
  const outputs = [...direct.map(({ curve }) => curve), ...chains]
  const most = outputs.reduce((bought, curve) => greater(bought, lastOf(curve)), 0n)
  const costOf = ({ pool }: PlanPool) => fixedCostOf(session, pool, most)
  const venues = [
    ...direct.map((one) => ({ curve: one.curve, fixedCost: costOf(one) })),
    // Of a first hop the gas is known; a second one takes about as much.
    ...paths.map(({ first }, index) => ({
      curve: chains[index]!,
      fixedCost: 2n * costOf(first[0]!),
    })),
  ]
  const shares = planSplit(venues, session.sellAmount)
  const pathShares = (shares ?? []).slice(direct.length)
  if (shares === null || pathShares.every((share) => share === 0n)) return null
  const chosen = sharesWithin(direct, shares.slice(0, direct.length))
  const split = paths.flatMap((path, index) => {
    const amount = pathShares[index]!
    if (amount === 0n) return []
    const gasPool = path.first[0]!.pool
    const into = { ...session, buyToken: path.middle.token }
    const first = splitHop(into, path.first, { amount, gasPool })
    const bought = first.reduce((sum, { pool, sellAmount }) => {
      const { curve } = path.first.find((one) => one.pool === pool)!
      return sum + outputAt(curve, sellAmount)
    }, 0n)
    const passed = passedOn(bought)
    if (passed < 1n) return []
    const second = splitHop(session, path.second, { amount: passed, gasPool })
    return first.length === 0 || second.length === 0 ? [] : [{ middle: path.middle, first, second }]
  })
  const isWhole = split.length === pathShares.filter((share) => share > 0n).length
  return isWhole ? { direct: chosen, paths: split } : null
}

type HopTerms = {
  readonly amount: bigint
  /** The pool whose gas stands for that of a pool that did not run alone. */
  readonly gasPool: PoolCurve
}

/** Splits what a hop sells over its pools; none where they do not take it all. */
function splitHop(
  session: QuoteSession,
  pools: readonly PlanPool[],
  { amount, gasPool }: HopTerms,
): readonly PoolShare[] {
  const most = pools.reduce((bought, { curve }) => greater(bought, lastOf(curve)), 0n)
  const fixedCost = fixedCostOf(session, gasPool, most)
  const venues = pools.map(({ curve }) => ({ curve, fixedCost }))
  return sharesWithin(pools, planSplit(venues, amount))
}

/** The pool that sells the least part of what its hop does. */
function leastUsedOf({ sellAmount: whole }: QuoteSession, { direct, paths }: PathPlan): PoolCurve {
  const partsOf = (shares: readonly PoolShare[], total: bigint) =>
    shares.map(({ pool, sellAmount }) => ({ pool, part: (sellAmount * 1_000_000n) / total }))
  const parts = [
    ...partsOf(direct, whole),
    ...paths.flatMap(({ first, second }) =>
      [first, second].flatMap((shares) =>
        partsOf(
          shares,
          shares.reduce((sum, { sellAmount }) => sum + sellAmount, 0n),
        ),
      ),
    ),
  ]
  return parts.reduce((least, one) => (one.part < least.part ? one : least)).pool
}

function sharesWithin(
  pools: readonly PlanPool[],
  shares: SplitShares | null,
): readonly PoolShare[] {
  return pools.flatMap(({ pool }, index) => {
    const sellAmount = shares?.[index] ?? 0n
    return sellAmount === 0n ? [] : [{ pool, sellAmount }]
  })
}

function legCountOf({ direct, paths }: PathPlan): number {
  return paths.reduce(
    (count, { first, second }) => count + first.length + second.length,
    direct.length,
  )
}

function joinedOf(pools: readonly PlanPool[]): OutputCurve {
  return joinCurves(pools.map(({ curve }) => curve))
}

function lastOf(curve: OutputCurve): bigint {
  return curve.at(-1)?.bought ?? 0n
}

function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
