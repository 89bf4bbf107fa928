import { runReading } from '@vaultwright/chain'
import { joinReadings, type Reading, type VenueValues } from '@vaultwright/protocols'
import type { OutputCurve, SmallSale } from '@vaultwright/swap'
import { type VenueChoice, venueValuesOf } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRunLeg } from '../swap-run.ts'

/** Points of a curve that views are asked for. */
export const curvePoints = 20n
/** A thousandth of the amount shows the price before it moves. */
export const impactPart = 1000n

/** The answers of reads about venues. */
export type VenueViews = {
  /** True if a venue has nothing to trade against. */
  readonly isDry: (choice: VenueChoice) => boolean
  /** Null where no call tells. */
  readonly curveOf: (choice: VenueChoice) => OutputCurve | null
  readonly thousandthOf: (choice: VenueChoice) => SmallSale | null
}

type ChoiceView = {
  readonly isLiquid: boolean | null
  readonly outputs: readonly (bigint | null)[]
}

/**
 * Asks venues by calls that read: whether there is liquidity, and what many amounts would buy.
 *
 * All of them travel together: two round trips at most, whatever their number.
 */
export async function readChoices(
  session: QuoteSession,
  choices: readonly VenueChoice[],
): Promise<VenueViews> {
  const amounts = amountsOf(session)
  const reading = joinReadings(choices.map((choice) => viewOf(session, choice, amounts)))
  const { found: readings } = await runReading(session.context.chain, reading, session.block)
  const byChoice = new Map(choices.map((choice, index) => [choice, readings[index]!]))
  const pointOf = (choice: VenueChoice, index: number) => {
    const bought = byChoice.get(choice)?.outputs[index] ?? null
    return bought === null ? null : { sold: amounts[index]!, bought }
  }
  return {
    isDry: (choice) => byChoice.get(choice)?.isLiquid === false,
    curveOf: (choice) => {
      const points = amounts.slice(1).map((_, index) => pointOf(choice, index + 1))
      return points.length === 0 || points.includes(null) ? null : (points as OutputCurve)
    },
    thousandthOf: (choice) => pointOf(choice, 0),
  }
}

/** Asks the venues of hops what a thousandth of their amounts buys, in one round trip. */
export async function readSmallSales(
  session: QuoteSession,
  legs: readonly SwapRunLeg[],
): Promise<ReadonlyMap<SwapRunLeg, SmallSale>> {
  const amounts = legs.map(({ leg }) => leg.sellAmount / impactPart)
  const reading = joinReadings(
    legs.map(({ choice }, index) => outputsOf(session, choice, [amounts[index]!])),
  )
  const { found: readings } = await runReading(session.context.chain, reading, session.block)
  return new Map(
    legs.flatMap((leg, index) => {
      const [bought = null] = readings[index]!
      return bought === null ? [] : [[leg, { sold: amounts[index]!, bought }] as const]
    }),
  )
}

/** A thousandth first; then, for splitting, the twentieths of the amount. */
function amountsOf({ sellAmount, wish: request }: QuoteSession): readonly bigint[] {
  const thousandth = sellAmount / impactPart
  if (!request.canSplit) return [thousandth]
  const points = Array.from(
    { length: Number(curvePoints) },
    (_, index) => (sellAmount * BigInt(index + 1)) / curvePoints,
  )
  return [thousandth, ...points]
}

function* viewOf(
  session: QuoteSession,
  choice: VenueChoice,
  amounts: readonly bigint[],
): Reading<ChoiceView> {
  const { venue, listing } = choice
  if (listing.state !== 'ready' || venue.offered.length > 0) return { isLiquid: null, outputs: [] }
  const liquidity = venue.liquidity?.(valuesFor(session, choice, session.sellAmount))
  const [[isLiquid = null] = [], outputs] = (yield* joinReadings<
    readonly (boolean | bigint | null)[]
  >([
    joinReadings<boolean | null>(liquidity === undefined ? [] : [liquidity]),
    outputsOf(session, choice, amounts),
  ])) as [readonly (boolean | null)[], readonly (bigint | null)[]]
  return { isLiquid, outputs }
}

function* outputsOf(
  session: QuoteSession,
  choice: VenueChoice,
  amounts: readonly bigint[],
): Reading<readonly (bigint | null)[]> {
  const quotes = amounts.map((amount) =>
    amount === 0n ? null : (choice.venue.quote?.(valuesFor(session, choice, amount)) ?? null),
  )
  const answers = yield* joinReadings(quotes.flatMap((quote) => quote ?? []))
  let place = 0
  return quotes.map((quote) => (quote === null ? null : (answers[place++] ?? null)))
}

function valuesFor(
  { context, knownFacts }: QuoteSession,
  choice: VenueChoice,
  amount: bigint,
): VenueValues {
  const { chain, contracts } = context
  return venueValuesOf(choice, amount, { chainId: chain.id, knownFacts, contracts })
}
