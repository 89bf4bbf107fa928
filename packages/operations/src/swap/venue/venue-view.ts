import { runReading } from '@vaultwright/chain'
import { joinReadings, type Reading } from '@vaultwright/protocols'
import type { OutputCurve } from '@vaultwright/swap'
import { type VenueChoice, venueValuesOf } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'

/** Points of a curve that views are asked for. */
export const curvePoints = 20n
/** A thousandth of the amount shows the price before it moves. */
export const impactPart = 1000n

/** What calls that read said of venues. */
export type VenueViews = {
  /** Whether there is nothing to trade against. */
  readonly isDry: (choice: VenueChoice) => boolean
  /** Null where no call tells. */
  readonly curveOf: (choice: VenueChoice) => OutputCurve | null
  readonly thousandthOf: (choice: VenueChoice) => { sold: bigint; bought: bigint } | null
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
  const { found } = await runReading(session.context.chain, reading, session.block)
  const byChoice = new Map(choices.map((choice, index) => [choice, found[index]!]))
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

/** A thousandth first; then, for splitting, the twentieths of the amount. */
function amountsOf({ sellAmount, wish }: QuoteSession): readonly bigint[] {
  const thousandth = sellAmount / impactPart
  if (!wish.canSplit) return [thousandth]
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
  const valuesFor = (amount: bigint) =>
    venueValuesOf(choice, amount, {
      chainId: session.context.chain.id,
      knownFacts: session.knownFacts,
      contracts: session.context.contracts,
    })
  const quotes = amounts.map((amount) =>
    amount === 0n ? null : (venue.quote?.(valuesFor(amount)) ?? null),
  )
  const asked = quotes.flatMap((quote) => quote ?? [])
  const liquidity = venue.liquidity?.(valuesFor(session.sellAmount))
  const [[isLiquid = null] = [], found] = (yield* joinReadings<
    readonly (boolean | bigint | null)[]
  >([
    joinReadings<boolean | null>(liquidity === undefined ? [] : [liquidity]),
    joinReadings<bigint | null>(asked),
  ])) as [readonly (boolean | null)[], readonly (bigint | null)[]]
  let place = 0
  const outputs = quotes.map((quote) => (quote === null ? null : (found[place++] ?? null)))
  return { isLiquid, outputs }
}
