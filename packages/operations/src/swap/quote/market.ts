import { BaseError, minimumOf, printHex } from '@vaultwright/base'
import type { ActionRequest } from '@vaultwright/builder'
import { rootOf } from '@vaultwright/merkle'
import {
  isSoldAs,
  legMinimumsOf,
  type Measurement,
  quoteInputsIn,
  recomputeQuote,
  type SwapCandidate,
  type SwapQuote,
  type SwapReceipt,
  type SwapRequest,
} from '@vaultwright/swap'
import { amountText } from '../amount-text.ts'
import type { MarketOrder, MarketTransaction } from '../market-order.ts'
import { NoPermittedVenueError } from '../quote-session.ts'
import type { SwapContext } from '../swap-context.ts'
import { errorOfRefusal, PriceOutOfBoundError, PriceUnknownError } from '../swap-refusal.ts'
import { runSwaps, type SwapRun, type SwapRunResult } from '../swap-run.ts'
import { type MeasuredSwap, measureSwap } from './quote.ts'

/** The maximum by which the newest block may fall behind a quote where no policy says. */
const defaultToleranceBps = 10n

/**
 * Builds Manager calldata of a swap at the newest block: exact approvals, the swaps with their leasts,
 * and what takes back allowances that are left.
 *
 * The whole batch is executed once more as it will be signed. The least is never below the bound.
 *
 * @throws {QuoteStaleError} if the quote has expired, is of another root, or buys less now.
 * @throws {PriceUnknownError} if nothing bounds the swap and that was not accepted.
 * @throws an error of `errorOfRefusal` if the candidate may not be built; else as `quoteSwap`.
 */
export async function buildMarket(
  context: SwapContext,
  order: MarketOrder,
): Promise<MarketTransaction> {
  const quoted = order.of.kind === 'quote' ? quotedOf(context, order.of) : null
  const request = order.of.kind === 'wish' ? order.of.wish : quoted!.wish
  // An order is another transaction: its price is not asked for here.
  const newest: SwapContext = { ...context, block: 'latest', orderBook: null }
  const swap = await measureSwap(newest, request, quoted?.split ?? null)
  const { quote } = swap
  const candidate = candidateIn(quote, quoted)
  assertNotBehind(context, quoted, { candidate, buyToken: quote.buyToken })
  assertBounded(quote, order)
  return (await finishSwap(swap, candidate, order.minBuyAmount)).transaction
}

/**
 * Refuses a swap that nothing bounds.
 *
 * @throws {PriceUnknownError} unless that is accepted, and something is demanded.
 */
export function assertBounded(
  quote: SwapQuote,
  { minBuyAmount, acceptsUnbounded }: Pick<MarketOrder, 'minBuyAmount' | 'acceptsUnbounded'>,
): void {
  const demanded = minBuyAmount ?? quote.exactOutput?.buyAmount ?? 0n
  if (quote.bound === null && !(acceptsUnbounded && demanded > 0n)) {
    throw new PriceUnknownError(quote.fairReason ?? '')
  }
}

/** A swap as it will be signed, and the calls that it is made of. */
export type FinishedSwap = { readonly transaction: MarketTransaction; readonly swapRun: SwapRun }

/**
 * Executes a candidate once more as it will be signed, with its minimums and with what takes allowances back.
 *
 * @throws an error of `errorOfRefusal` if it may not be built.
 */
export async function finishSwap(
  swap: MeasuredSwap,
  candidate: SwapCandidate,
  minBuyAmount: bigint | null,
): Promise<FinishedSwap> {
  const { quote } = swap
  if (candidate.refusal !== null) {
    throw errorOfRefusal(candidate.refusal, factsOf(quote, candidate))
  }
  const result = swap.results.find(({ swapRun }) => swapRun.id === candidate.id)!
  const minimum = minimumFor(minBuyAmount, quote, { result, candidate })
  const swapRun = finalRunOf(result, minimum.legs)
  const [final] = await runSwaps(swap.session.swapRuns, [swapRun])
  return { transaction: transactionOf(swap, { candidate, final: final!, least: minimum }), swapRun }
}

/** The stored quote of the swap to build. */
type QuotedSwap = {
  readonly wish: SwapRequest
  readonly measurement: Measurement
  /** The legs of a split or of two hops; null of a single venue. */
  readonly split: Measurement['legs'] | null
}

/** Reads a stored quote, with the very calldata and amount that it was made of. */
function quotedOf(
  { build }: SwapContext,
  { receipt, candidate, expiresAtUnix }: Extract<MarketOrder['of'], { kind: 'quote' }>,
): QuotedSwap {
  const inputs = quoteInputsIn(receipt)
  if (build.now > expiresAtUnix) {
    throw new QuoteStaleError('It has expired.', { expiresAtUnix: String(expiresAtUnix) })
  }
  const root = printHex(rootOf(build.tree.tree))
  if (inputs.root !== root) {
    throw new QuoteStaleError('The strategist has another root now.', { was: inputs.root, root })
  }
  const id = candidate ?? bestOf(receipt)
  const measurement = inputs.measurements.find((one) => one.id === id)
  if (measurement === undefined) throw new CandidateMissingError(candidate)
  if (!measurement.isSuccess) throw errorOfRefusal(measurement.failure!)
  const calldata = measurement.legs.flatMap(({ route, given }) =>
    given === null ? [] : [{ route, data: given.data }],
  )
  const isSplit = measurement.legs.length > 1
  const isDirect = measurement.legs.every(({ buyToken }) => buyToken === inputs.buyToken.address)
  return {
    measurement,
    split: isSplit ? measurement.legs : null,
    wish: {
      ...inputs.wish,
      sellAmount: inputs.sellAmount,
      calldata,
      venues: [...new Set(measurement.legs.map(({ route }) => route))],
      canSplit: inputs.wish.canSplit && isSplit,
      maxHops: isDirect ? 1 : 2,
      withRefused: false,
    },
  }
}

function bestOf(receipt: SwapReceipt): string | null {
  const { best } = recomputeQuote(receipt)
  return typeof best === 'string' ? best : null
}

/** The candidate of the same venues; the best where nothing was quoted before. */
function candidateIn(quote: SwapQuote, quoted: QuotedSwap | null): SwapCandidate {
  const [first] = quote.candidates
  const same =
    quoted === null
      ? first
      : quote.candidates.find((one) => legKey(one.legs) === legKey(quoted.measurement.legs))
  if (same !== undefined) return same
  const [refused] = quote.refused
  if (refused !== undefined) throw errorOfRefusal(refused, { route: refused.route })
  throw new NoPermittedVenueError(quote.sellToken, quote.buyToken)
}

function legKey(legs: SwapCandidate['legs'] | Measurement['legs']): string {
  return legs
    .map(({ route, params }) => `${route} ${JSON.stringify(params)}`)
    .sort()
    .join('|')
}

/** A quote holds as long as the newest block buys as much, up to a tolerance. */
function assertNotBehind(
  { policy }: SwapContext,
  quoted: QuotedSwap | null,
  { candidate, buyToken }: Pick<SwapQuote, 'buyToken'> & { readonly candidate: SwapCandidate },
): void {
  if (quoted === null) return
  const tolerance = policy?.requoteToleranceBps ?? defaultToleranceBps
  const was = quoted.measurement.bought
  if (candidate.buyAmount >= minimumOf(was, tolerance)) return
  const facts = { quoted: String(was), now: String(candidate.buyAmount) }
  throw new QuoteStaleError(
    `It bought ${amountText(was, buyToken)}, and the newest block buys ${amountText(candidate.buyAmount, buyToken)}.`,
    facts,
  )
}

type RankedRun = { readonly result: SwapRunResult; readonly candidate: SwapCandidate }
type FinalMinimum = { readonly total: bigint; readonly legs: readonly (bigint | null)[] }

/** The minimum that the calldata demands: the quote's, or more where the caller demands more. */
function minimumFor(
  minBuyAmount: MarketOrder['minBuyAmount'],
  quote: SwapQuote,
  { result, candidate }: RankedRun,
): FinalMinimum {
  const floor = [
    quote.bound?.least ?? 0n,
    quote.exactOutput?.buyAmount ?? 0n,
    minBuyAmount ?? 0n,
  ].reduce((most, one) => (one > most ? one : most))
  const { measurement } = result
  // Of a split the sum counts: the other legs may demand more.
  const offered = measurement.legs.length === 1 ? measurement.legs[0]!.given : null
  if (offered !== null && offered.least < floor) {
    const message = `The calldata accepts ${amountText(offered.least, quote.buyToken)}, and ${amountText(floor, quote.buyToken)} are demanded. Ask for less slippage.`
    throw errorOfRefusal({ code: 'least_below_bound', message }, factsOf(quote, candidate))
  }
  const minimum = legMinimumsOf(measurement, { slippageBps: quote.slippageBps, bound: floor })
  if (minimum !== null) return minimum
  throw new PriceOutOfBoundError(
    `The swap buys ${amountText(candidate.buyAmount, quote.buyToken)}, and ${amountText(floor, quote.buyToken)} are demanded.`,
    { ...factsOf(quote, candidate), demanded: String(floor) },
  )
}

/** The swaps with their leasts; then zero approvals where something is or may be left. */
function finalRunOf(
  { swapRun, allowancesLeft }: SwapRunResult,
  minimums: FinalMinimum['legs'],
): SwapRun {
  const legs = swapRun.legs.map((leg, index) => ({
    ...leg,
    wish: { ...leg.wish, least: leg.leg.given === null ? minimums[index]! : null },
  }))
  const drone = swapRun.legs[0]!.choice.listing.drone
  const extra = allowancesLeft.map(
    ({ token, spender }): ActionRequest => ({
      route: 'erc_20/approve',
      params: { token, spender, amount: '0', ...(drone === null ? {} : { account: drone }) },
    }),
  )
  return { ...swapRun, legs, extra }
}

function transactionOf(
  { quote, session }: MeasuredSwap,
  {
    candidate,
    final,
    least: minimum,
  }: {
    readonly candidate: SwapCandidate
    readonly final: SwapRunResult
    readonly least: FinalMinimum
  },
): MarketTransaction {
  const { measurement, built, allowancesLeft, swapRun } = final
  if (!measurement.isSuccess || built === null) throw errorOfRefusal(measurement.failure!)
  if (measurement.bought < minimum.total || !isSoldAs(measurement.sold, session.sellAmount)) {
    const message = 'The whole batch does not do what its swaps did alone.'
    throw errorOfRefusal({ code: 'token_moves_otherwise', message }, factsOf(quote, candidate))
  }
  const deadlines = swapRun.legs.flatMap(({ choice }, index) => {
    const name = choice.venue.deadline
    const value = name === null ? undefined : built.actions[index]?.values[name]
    return typeof value === 'bigint' ? [value] : []
  })
  return {
    built,
    quote,
    candidate: {
      ...candidate,
      least: minimum.total,
      legs: candidate.legs.map((leg, index) => ({ ...leg, least: minimum.legs[index] ?? null })),
    },
    least: minimum.total,
    deadlineUnix: deadlines.sort((one, other) => (one < other ? -1 : 1))[0] ?? null,
    approvalsLeft: allowancesLeft,
  }
}

function factsOf(quote: SwapQuote, candidate: SwapCandidate) {
  return {
    executed: String(candidate.buyAmount),
    bound: quote.bound === null ? null : String(quote.bound.least),
    fair: quote.fair === null ? null : String(quote.fair.buyAmount),
    block: String(quote.blockNumber),
    sources: (quote.fair?.sources ?? []).map(({ source, price }) => `${source} ${price}`),
  }
}

/** A quote no longer holds. */
class QuoteStaleError extends BaseError {
  override readonly code = 'quote_stale'
  override readonly kind = 'conflict'

  constructor(why: string, facts: BaseError['facts']) {
    super({ message: `The quote no longer holds. ${why} Ask for a new one.`, facts })
  }
}

/** A quote has no such candidate. */
class CandidateMissingError extends BaseError {
  override readonly code = 'candidate_missing'
  override readonly kind = 'invalid_input'

  constructor(candidate: string | null) {
    super({
      message:
        candidate === null
          ? 'The quote has no candidate that may be built. Read its refusals.'
          : `The quote has no candidate ${JSON.stringify(candidate)}. Name one of its own.`,
      facts: { candidate },
    })
  }
}
