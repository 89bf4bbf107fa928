import { runReading } from '@vaultwright/chain'
import { joinReadings, type Reading, type VenueValues } from '@vaultwright/protocols'
import { coarseAmounts, type OutputCurve, type SmallSale } from '@vaultwright/swap'
import { type VenueChoice, venueValuesOf } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRunLeg } from '../swap-run.ts'

/** A thousandth of the amount shows the price before it moves. */
export const impactPart = 1000n

/** The outputs of amounts, in their order; null where one is refused. */
export type CurvePoints = readonly (OutputCurve[number] | null)[]

/** An amount or several that a venue is asked about. */
export type VenueQuestion = { readonly choice: VenueChoice; readonly amounts: readonly bigint[] }

/** The answers of reads about venues. */
export type VenueViews = {
  /** True if a venue has nothing to trade against. */
  readonly isDry: (choice: VenueChoice) => boolean
  /** The outputs by amount, null each where it is refused; null where no call tells. */
  readonly pointsOf: (choice: VenueChoice) => CurvePoints | null
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
    pointsOf: (choice) => {
      const points = amounts.slice(1).map((_, index) => pointOf(choice, index + 1))
      return (points[0] ?? null) === null ? null : points
    },
    thousandthOf: (choice) => pointOf(choice, 0),
  }
}

/** Asks the venues of hops what a thousandth of their amounts buys, in one round trip. */
export async function readSmallSales(
  session: QuoteSession,
  legs: readonly SwapRunLeg[],
): Promise<ReadonlyMap<SwapRunLeg, SmallSale>> {
  const answers = await readPoints(
    session,
    legs.map(({ choice, leg }) => ({ choice, amounts: [leg.sellAmount / impactPart] })),
  )
  return new Map(
    legs.flatMap((leg, index) => {
      const [point = null] = answers[index]!
      return point === null ? [] : [[leg, point] as const]
    }),
  )
}

/** Asks venues what amounts would buy, all in one round trip. */
export async function readPoints(
  session: QuoteSession,
  questions: readonly VenueQuestion[],
): Promise<readonly CurvePoints[]> {
  const reading = joinReadings(
    questions.map(({ choice, amounts }) => outputsOf(session, choice, amounts)),
  )
  const { found: readings } = await runReading(session.context.chain, reading, session.block)
  return questions.map(({ amounts }, index) =>
    readings[index]!.map((bought, at) => (bought === null ? null : { sold: amounts[at]!, bought })),
  )
}

/** A thousandth first; then, for splitting, what a curve is drawn by. */
function amountsOf({ sellAmount, wish: request }: QuoteSession): readonly bigint[] {
  const thousandth = sellAmount / impactPart
  if (!request.canSplit) return [thousandth]
  return [thousandth, ...coarseAmounts(sellAmount)]
}

/** True if a call that reads tells what a venue buys, as far as that is known without asking. */
export function isViewable(session: QuoteSession, choice: VenueChoice): boolean {
  if (session.swapRuns.before.length > 0) return false
  const values = valuesFor(session, choice, session.sellAmount)
  return (choice.venue.quote?.(values) ?? null) !== null
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
  // A call that reads meets the block's state, and not what earlier transactions leave: pools are sold to then.
  const isViewed = session.swapRuns.before.length === 0
  const quotes = amounts.map((amount) =>
    amount === 0n || !isViewed
      ? null
      : (choice.venue.quote?.(valuesFor(session, choice, amount)) ?? null),
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
