import {
  fairValueOf,
  leastSoldAlone,
  leastSoldOver,
  outputWithMinimum,
  type SwapQuote,
} from '@vaultwright/swap'
import type { QuoteSession } from '../quote-session.ts'
import type { PoolCurve } from './output-curve.ts'
import { separatePools } from './split-run.ts'

/** The most times that pools are asked for parts of an amount that may be enough. */
const maxGuesses = 4
/** The most times that the whole quote is measured, each time nearer to the least amount. */
const maxRounds = 3
/** The surplus over the target may be so small a part of it: half a basis point. */
const spareParts = 20_000n

/** The measurements of an amount that may be sold. */
type OutputWork<Measured> = {
  /** Gives what pools buy for parts of the session's amount. */
  readonly curvesAt: (session: QuoteSession) => Promise<readonly PoolCurve[]>
  /** Gives the whole quote of the session's amount. */
  readonly measureAt: (session: QuoteSession) => Promise<Measured>
}

type SalePlan = {
  /** Base units: with its slippage it still is what is to be bought. */
  readonly target: bigint
  /** The most that may be sold. */
  readonly most: bigint
}

/**
 * Measures about the least sale whose minimum output reaches what is to be bought, all of it at the session's block.
 *
 * Estimates the amount by what pools buy for parts of it, and measures quotes of it until one is near enough. If even
 * the most does not buy it, the quote is of the most, and refuses each way with what it buys.
 *
 * @param session - its amount is the most that the vault may sell.
 */
export async function measureOutput<Measured extends { readonly quote: SwapQuote }>(
  session: QuoteSession,
  { curvesAt, measureAt }: OutputWork<Measured>,
): Promise<Measured> {
  const { buyAmount = 0n, maxSellAmount, slippageBps } = session.wish
  const { sellAmount: free } = session
  const most = maxSellAmount !== undefined && maxSellAmount < free ? maxSellAmount : free
  const plan = { target: outputWithMinimum(buyAmount, slippageBps), most }
  let sellAmount: bigint | null = await guessSale(session, plan, curvesAt)
  let chosen: Measured | null = null
  for (let round = 0; round < maxRounds && sellAmount !== null; round++) {
    const swap: Measured = await measureAt({ ...session, sellAmount })
    if (chosen === null || isNearer(swap.quote, chosen.quote, plan)) chosen = swap
    sellAmount = nextSale(swap.quote, plan)
  }
  return chosen!
}

/** Finds about how much is to be sold: by prices first, then by what pools buy for parts of it. */
async function guessSale(
  session: QuoteSession,
  { target, most }: SalePlan,
  curvesAt: OutputWork<unknown>['curvesAt'],
): Promise<bigint> {
  const { wish: request } = session
  let amount = worthOf(session, { target, most }) ?? most
  for (let guess = 0; guess < maxGuesses; guess++) {
    // Parts are measured for splits, whether it may split or not.
    const wish = { ...request, canSplit: true }
    const curves = await curvesAt({ ...session, wish, sellAmount: amount })
    if (curves.length === 0) return amount
    const estimate = request.canSplit
      ? leastSoldOver(
          separatePools(curves).map(({ curve }) => curve),
          target,
        )
      : leastSoldAlone(
          curves.map(({ curve }) => curve),
          target,
        )
    if (estimate === null) {
      if (amount === most) return most
      amount = lesser(2n * amount, most)
    } else if (4n * estimate >= amount) return lesser(estimate, most)
    else amount = lesser(withRoom(estimate), most)
  }
  return amount
}

/** Values the target in the sold token, with room for what pools take; null without prices. */
function worthOf(session: QuoteSession, { target, most }: SalePlan): bigint | null {
  const { statements, failures, sellToken, buyToken, context } = session
  const book = { statements, failures, deviationBps: context.policy?.deviationBps ?? 0n }
  const { fair } = fairValueOf(book, { sellToken, buyToken, sellAmount: most })
  if (fair === null || fair.buyAmount === 0n) return null
  return lesser(withRoom(ceiling(most * target, fair.buyAmount)), most)
}

/** The output of the way that would be built if it buys enough; null where every way is refused otherwise. */
function outputOf({ candidates }: SwapQuote): bigint | null {
  const way = candidates.find(
    ({ refusal }) => refusal === null || refusal.code === 'buys_too_little',
  )
  return way === undefined || way.buyAmount === 0n ? null : way.buyAmount
}

/** The amount to try next; null where this one is the least, or nothing more may be sold. */
function nextSale(quote: SwapQuote, { target, most }: SalePlan): bigint | null {
  const { sellAmount } = quote
  const bought = outputOf(quote)
  if (bought === null) return null
  if (bought >= target) {
    if ((bought - target) * spareParts <= target) return null
    // A part of the amount buys at least that part of the output.
    const less = ceiling(sellAmount * target, bought)
    return less === sellAmount ? null : less
  }
  if (sellAmount === most) return null
  // The last units buy less than all do on average: twice the part that is missing.
  return lesser(sellAmount + ceiling(2n * sellAmount * (target - bought), bought), most)
}

/** True if a quote buys what another one does not, or sells less for it. */
function isNearer(one: SwapQuote, other: SwapQuote, { target }: SalePlan): boolean {
  const [output, otherOutput] = [outputOf(one) ?? 0n, outputOf(other) ?? 0n]
  if (output >= target && otherOutput >= target) return one.sellAmount < other.sellAmount
  return output > otherOutput
}

function withRoom(amount: bigint): bigint {
  return (amount * 115n) / 100n + 1n
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function ceiling(above: bigint, below: bigint): bigint {
  return (above + below - 1n) / below
}
