import {
  fineAmounts,
  gasCostIn,
  type OutputCurve,
  planSplit,
  refineCurve,
  type SplitShares,
} from '@vaultwright/swap'
import { legOf, type VenueChoice } from '../attempt.ts'
import type { OfferOutcome } from '../offer/given-calldata.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRun } from '../swap-run.ts'
import type { PoolCurve } from './output-curve.ts'

/** A leg has to earn so much of the output beside its gas: a hundred-thousandth, a tenth of a basis point. */
const smallestGain = 100_000n

/** Pools that share nothing, and the first solution over them. */
export type SplitPlan = {
  readonly venues: readonly { readonly pool: PoolCurve; readonly fixedCost: bigint }[]
  /** By pool; null where they do not take the whole amount. */
  readonly shares: SplitShares | null
}

/** Plans a split by the points that every pool was measured at first. */
export function splitPlanOf(session: QuoteSession, curves: readonly PoolCurve[]): SplitPlan {
  if (!session.wish.canSplit) return { venues: [], shares: null }
  const pools = separatePools(curves)
  let most = 0n
  for (const { curve } of pools) if (curve.at(-1)!.bought > most) most = curve.at(-1)!.bought
  const venues = pools.map((pool) => {
    return { pool, fixedCost: fixedCostOf(session, pool, most) }
  })
  return { venues, shares: planOf(session, venues, []) }
}

/** Takes the pools that one transaction of the vault may sell to, and that share nothing. */
export function separatePools(curves: readonly PoolCurve[]): readonly PoolCurve[] {
  const taken = new Set<string>()
  return curves.filter(({ result, pools }) => {
    const { leg } = result.swapRun.legs[0]!
    if (leg.drone !== null || leg.kind !== 'exchange' || pools === null) return false
    // They come in the order of their outputs: of one pool the best venue counts.
    if (pools.some((pool) => taken.has(pool))) return false
    for (const pool of pools) taken.add(pool)
    return true
  })
}

/** The amounts at which the pools of a first solution are measured again. */
export function refinementOf({ sellAmount }: QuoteSession, { venues, shares }: SplitPlan) {
  const used = (shares ?? []).filter((share) => share > 0n)
  if (used.length < 2) return []
  return venues.flatMap(({ pool }, index) => {
    const share = shares![index]!
    if (share === 0n) return []
    const isEnd = pool.end === null && share === pool.curve.at(-1)!.sold
    return [{ pool, amounts: fineAmounts(sellAmount, share, isEnd ? pool.refused : null) }]
  })
}

/** Splits again, by finer points of pools. */
export function finerSplitOf(
  session: QuoteSession,
  { venues }: SplitPlan,
  fine: readonly { readonly pool: PoolCurve; readonly curve: OutputCurve }[],
): SplitShares | null {
  return planOf(session, venues, fine)
}

/** The way to swap by shares; null where one pool takes all, or none. */
export function splitRunOf(
  { venues }: SplitPlan,
  shares: SplitShares | null,
  nextId: () => string,
): SwapRun | null {
  const legs = venues.flatMap(({ pool }, index) => {
    const sellAmount = shares?.[index] ?? 0n
    return sellAmount === 0n ? [] : [splitLegOf(pool.result.swapRun.legs[0]!.choice, sellAmount)]
  })
  return legs.length < 2 ? null : { id: nextId(), legs }
}

/** The amount that a leg has to earn: a part of the output, and the gas of its venue. */
export function fixedCostOf(session: QuoteSession, pool: PoolCurve, most: bigint): bigint {
  return most / smallestGain + gasOf(session, pool)
}

/** A leg of our own calldata for a part of the amount. */
export function splitLegOf(choice: VenueChoice, sellAmount: bigint): SwapRun['legs'][number] {
  const request = { sellAmount, least: null, data: null }
  return { choice, wish: request, leg: legOf(choice, sellAmount, null) }
}

/** A leg of a third party's calldata for a part of the amount. */
export function offeredLegOf(
  choice: VenueChoice,
  sellAmount: bigint,
  { given: offer, params }: Extract<OfferOutcome, { refusal: null }>,
): SwapRun['legs'][number] {
  const { data } = offer
  const request = { sellAmount, least: null, data, ...(params !== undefined && { params }) }
  return { choice, wish: request, leg: legOf(choice, sellAmount, offer) }
}

function planOf(
  { sellAmount }: QuoteSession,
  venues: SplitPlan['venues'],
  fine: readonly { readonly pool: PoolCurve; readonly curve: OutputCurve }[],
): SplitShares | null {
  const curves = venues.map(({ pool, fixedCost }) => {
    const finer = fine.find((one) => one.pool === pool)?.curve ?? []
    return { curve: refineCurve(pool.curve, finer), fixedCost }
  })
  return planSplit(curves, sellAmount)
}

/** The cost of the gas of a pool's venue in the bought token; nothing where prices do not tell. */
function gasOf(session: QuoteSession, { result }: PoolCurve): bigint {
  const { statements, failures, gasPriceWei, nativeAsset, buyToken } = session
  const { gasUsed } = result.measurement
  const book = { statements, failures, deviationBps: session.context.policy?.deviationBps ?? 0n }
  const gas = { wei: (gasPriceWei ?? 0n) * gasUsed, native: nativeAsset }
  return gasCostIn(book, gas, buyToken) ?? 0n
}
