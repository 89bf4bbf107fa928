import { BaseError } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { type SimulatedRun, simulateEach } from '@vaultwright/chain'
import { isSoldAs } from '@vaultwright/swap'
import { legOf, requestOf, type VenueChoice } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRun } from '../swap-run.ts'
import { readsOf } from '../swap-run-read.ts'
import type { CurvePoints, VenueQuestion } from './venue-view.ts'

/**
 * Finds what amounts buy where no call tells: each venue sells the steps between them, one after the other on the
 * block's state, all venues in one round trip.
 *
 * @param questions - amounts that rise.
 * @returns null from the first step on that reverts or does not sell its whole amount.
 */
export async function runSteps(
  session: QuoteSession,
  questions: readonly VenueQuestion[],
): Promise<readonly CurvePoints[]> {
  const totals = await runSales(
    session,
    questions.map(({ choice, amounts }) => ({
      choice,
      steps: amounts.map((amount, index) => amount - (amounts[index - 1] ?? 0n)),
    })),
  )
  return questions.map(({ amounts }, index) => {
    let isOpen = true
    return amounts.map((amount, step) => {
      const total = totals[index]![step] ?? null
      isOpen &&= total !== null && isSoldAs(total.sold, amount)
      return isOpen && total !== null ? { sold: amount, bought: total.bought } : null
    })
  })
}

/** So often the amount that is looked for is halved: to a sixteen-thousandth of the first one. */
const halvings = 14

/** A venue, what it sells, and more that it does not. */
export type EndQuestion = {
  readonly choice: VenueChoice
  readonly sold: bigint
  readonly refused: bigint
}

/**
 * Finds how much venues sell, in one round trip: each sells half of what is open, and half of the rest, whether the
 * step before was refused or not.
 *
 * @returns null where the first amount is refused.
 */
export async function seekEnds(
  session: QuoteSession,
  questions: readonly EndQuestion[],
): Promise<CurvePoints> {
  const totals = await runSales(
    session,
    questions.map(({ choice, sold, refused }) => {
      const halves = Array.from(
        { length: halvings },
        (_, index) => (refused - sold) >> BigInt(index + 1),
      )
      return { choice, steps: [sold, ...halves.filter((step) => step > 0n)] }
    }),
  )
  return questions.map(({ sold }, index) => {
    const [first = null] = totals[index]!
    return first !== null && isSoldAs(first.sold, sold) ? (totals[index]!.at(-1) ?? null) : null
  })
}

type SalePlan = { readonly choice: VenueChoice; readonly steps: readonly bigint[] }

/** Sells amounts one after the other, and counts after each of them what was sold and bought in all. */
async function runSales(
  session: QuoteSession,
  sales: readonly SalePlan[],
): Promise<readonly CurvePoints[]> {
  const context = session.swapRuns
  const plans = await Promise.all(sales.map((one) => planOf(session, one)))
  const { runs } = await simulateEach(
    context.engines,
    context.block,
    plans.flatMap((plan) => plan ?? []),
  )
  let place = 0
  return sales.map(({ choice, steps }, index) => {
    const plan = plans[index]
    if (plan === null || plan === undefined) return steps.map(() => null)
    const { readings } = runs[place++]!
    const column = (token: string) =>
      plan.reads.findIndex((read) => read.kind === 'balance' && read.token === token)
    const [sale, purchase] = [choice.sellToken.address, choice.buyToken.address].map(column)
    const first = context.before.length + (context.funding ?? []).length
    const start = readings[first]
    return steps.map((_, step) => {
      const now = readings[first + step + 1]
      const [left, bought] = [
        differenceOf(start?.[sale!], now?.[sale!]),
        differenceOf(start?.[purchase!], now?.[purchase!]),
      ]
      return left === null || bought === null ? null : { sold: -left, bought }
    })
  })
}

/** The steps of a venue; null where its calls cannot be built. */
async function planOf(
  session: QuoteSession,
  { choice, steps }: SalePlan,
): Promise<SimulatedRun | null> {
  const context = session.swapRuns
  if (steps.length === 0) return null
  const sizes = [...new Set(steps)]
  const built = await Promise.all(sizes.map((size) => calldataOf(session, choice, size)))
  if (built.includes(null)) return null
  const [sellAmount = 0n] = steps
  const request = { sellAmount, least: null, data: null }
  const swapRun: SwapRun = {
    id: 'steps',
    legs: [{ choice, wish: request, leg: legOf(choice, sellAmount, null) }],
  }
  return {
    transactions: [
      ...context.before,
      ...(context.funding ?? []),
      ...steps.map((size) => {
        const { target, calldata } = built[sizes.indexOf(size)]!
        return { from: context.strategist, to: target, data: calldata }
      }),
    ],
    reads: readsOf({ ...context, watched: [] }, swapRun),
  }
}

/** The calldata of a sale; null where it cannot be built: the venue itself is then refused with the reason. */
async function calldataOf({ swapRuns }: QuoteSession, choice: VenueChoice, sellAmount: bigint) {
  try {
    const request = requestOf(choice, { sellAmount, least: null, data: null })
    return await buildActions(swapRuns.build, [request])
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    if (error.kind === 'unavailable' || error.kind === 'bug') throw error
    return null
  }
}

function differenceOf(then: bigint | null | undefined, now: bigint | null | undefined) {
  return typeof then === 'bigint' && typeof now === 'bigint' ? now - then : null
}
