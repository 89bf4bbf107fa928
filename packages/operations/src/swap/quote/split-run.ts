import { type SplitShares, splitOver } from '@vaultwright/swap'
import { legOf } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRun } from '../swap-run.ts'
import { poolKeyOf, type VenueCurves } from './output-curve.ts'

/** The inputs of splits. */
export type SplitInput = { readonly curves: VenueCurves; readonly nextId: () => string }

/** First in coarse chunks over all venues, then in fine ones over those that were chosen. */
const coarseChunks = 20
const fineChunks = 200

/**
 * Splits the amount over venues that share no pool, coarsely and finely.
 *
 * @returns no trial where one venue takes all.
 */
export function splitTrialsOf(
  session: QuoteSession,
  { curves, nextId }: SplitInput,
): readonly SwapRun[] {
  if (!session.wish.canSplit) return []
  const pools = new Map<unknown, VenueCurves['curves'][number]>()
  for (const curve of curves.curves) {
    const { choice, leg } = curve.result.swapRun.legs[0]!
    if (leg.drone !== null || leg.kind !== 'exchange' || choice.venue.poolKey === null) continue
    const key = poolKeyOf(session, choice)
    // They come in the order of their outputs: of one pool the best venue counts.
    if (!pools.has(key)) pools.set(key, curve)
  }
  const venues = [...pools.values()]
  const plain = venues.map(({ curve }) => ({ curve, fixedCost: 0n }))
  const coarse = splitOver(plain, session.sellAmount, coarseChunks)
  if (coarse === null) return []
  const chosen = plain.map((venue, index) =>
    coarse[index]! > 0n ? venue : { ...venue, curve: [] },
  )
  const fine = splitOver(chosen, session.sellAmount, fineChunks)
  const distinct = new Map<string, SplitShares>()
  for (const shares of [coarse, fine]) {
    if (shares !== null && shares.filter((share) => share > 0n).length > 1) {
      distinct.set(shares.join(), shares)
    }
  }
  return [...distinct.values()].map((shares) => ({
    id: nextId(),
    legs: venues.flatMap(({ result }, index) => {
      const sellAmount = shares[index]!
      if (sellAmount === 0n) return []
      const { choice } = result.swapRun.legs[0]!
      const request = { sellAmount, least: null, data: null }
      return [{ choice, wish: request, leg: legOf(choice, sellAmount, null) }]
    }),
  }))
}
