import { BaseError } from '@vaultwright/base'
import {
  maxSplitLegs,
  type OutputCurve,
  planSplit,
  refineCurve,
  usableCurve,
} from '@vaultwright/swap'
import type { VenueChoice } from '../attempt.ts'
import { makerOf, offerForPart, offerRequestOf } from '../offer/given-calldata.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRun, SwapRunResult } from '../swap-run.ts'
import { byOutput, isSoldWhole, type PoolCurve } from './output-curve.ts'
import { fixedCostOf, offeredLegOf, type SplitPlan, splitLegOf } from './split-run.ts'

/** So many third parties are asked about parts of an amount. */
const maxOffered = 2
/** The parts of the amount that each is asked about, in quarters; the whole was executed. */
const askedQuarters = [1n, 2n, 3n]

/** A third party's venue, and what it says that parts of the amount buy: its last point was executed. */
export type OfferedVenue = { readonly pool: PoolCurve; readonly choice: VenueChoice }

/**
 * Asks the third parties whose calldata bought the most for the whole amount what parts of it would buy, all at once.
 *
 * Their word plans a split and nothing else: the calldata of a part is asked for, checked and executed.
 */
export async function readOfferedVenues(
  session: QuoteSession,
  results: readonly SwapRunResult[],
): Promise<readonly OfferedVenue[]> {
  const { wish: request, sellAmount } = session
  if (!request.canSplit || request.buyAmount !== undefined) return []
  const makers = new Set<string>()
  const venues = results
    .filter((result) => isSoldWhole(session, result))
    .sort(byOutput)
    .flatMap((result) => {
      const { choice, leg } = result.swapRun.legs[0]!
      const maker = leg.given === null ? null : makerOf(session, choice.listing.route)
      const isTaken = maker === null || makers.has(maker.name) || choice.listing.drone !== null
      if (isTaken || makers.size === maxOffered) return []
      makers.add(maker.name)
      return [{ result, choice, maker }]
    })
  const { signal } = session.context
  return Promise.all(
    venues.map(async ({ result, choice, maker }): Promise<OfferedVenue> => {
      const points = await Promise.all(
        askedQuarters.map(async (quarters) => {
          const sold = (sellAmount * quarters) / 4n
          if (sold === 0n) return null
          const part = offerRequestOf({ ...session, sellAmount: sold }, choice)
          const wish = { ...part, slippageBps: request.slippageBps }
          const bought = await wordOf(maker.quote(wish, signal))
          return bought === null || bought <= 0n ? null : { sold, bought }
        }),
      )
      const whole = { sold: sellAmount, bought: result.measurement.bought }
      const curve = usableCurve([...points, whole], null)
      return { choice, pool: { result, pools: null, curve, refused: null, end: null } }
    }),
  )
}

type MixedInput = {
  /** Pools of our own, and finer points of some of them. */
  readonly plan: SplitPlan
  readonly fine: readonly { readonly pool: PoolCurve; readonly curve: OutputCurve }[]
  readonly offered: readonly OfferedVenue[]
}

/**
 * Splits the amount over pools and third parties: each of these is asked for calldata of exactly its part, and what
 * remains is split over the pools.
 *
 * @returns null where a third party gets no part of it, or makes no calldata that passes.
 */
export async function mixedRunOf(
  session: QuoteSession,
  { plan, fine, offered }: MixedInput,
  nextId: () => string,
): Promise<SwapRun | null> {
  const { sellAmount } = session
  const pools = plan.venues.map(({ pool, fixedCost }) => {
    const finer = fine.find((one) => one.pool === pool)?.curve ?? []
    return { curve: refineCurve(pool.curve, finer), fixedCost }
  })
  const most = [...plan.venues, ...offered].reduce((bought, { pool }) => {
    const last = pool.curve.at(-1)?.bought ?? 0n
    return last > bought ? last : bought
  }, 0n)
  const services = offered.map(({ pool }) => ({
    curve: pool.curve,
    fixedCost: fixedCostOf(session, pool, most),
  }))
  const shares = planSplit([...pools, ...services], sellAmount)
  const parts = offered.flatMap(({ choice }, index) => {
    const share = shares?.[pools.length + index] ?? 0n
    return share === 0n || share === sellAmount ? [] : [{ choice, share }]
  })
  const legs = (
    await Promise.all(
      parts.map(async ({ choice, share }): Promise<SwapRun['legs']> => {
        const offer = await offerForPart(session, choice, share)
        return offer === null || offer.given === null ? [] : [offeredLegOf(choice, share, offer)]
      }),
    )
  ).flat()
  if (legs.length === 0) return null
  const remaining = legs.reduce((left, { leg }) => left - leg.sellAmount, sellAmount)
  const poolShares = remaining === 0n ? [] : planSplit(pools, remaining)
  if (poolShares === null) return null
  const ownLegs = plan.venues.flatMap(({ pool }, index) => {
    const share = poolShares[index] ?? 0n
    return share === 0n ? [] : [splitLegOf(pool.result.swapRun.legs[0]!.choice, share)]
  })
  const all = [...ownLegs, ...legs]
  return all.length < 2 || all.length > maxSplitLegs ? null : { id: nextId(), legs: all }
}

/** The output that a third party names; null where it refuses or cannot be asked. */
async function wordOf(offer: Promise<{ readonly offered: bigint }>): Promise<bigint | null> {
  try {
    return (await offer).offered
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return null
  }
}
