import { type Address, isSameAddress } from '@vaultwright/base'
import { droneTargetOf } from '@vaultwright/manager'
import { type ApprovalCall, approvalIn, needOf } from '@vaultwright/packet'
import type { DecodedAction, ReadableCall } from '@vaultwright/protocols'
import { statedUnits } from '@vaultwright/registry'
import type { QuoteInputs } from '@vaultwright/swap'
import type { MarketTransactionData, SwapCandidateData } from '@vaultwright/wire'
import type { ComparisonContext, RequestComparison } from '../built/action-comparison.ts'
import { type BuiltAt, checkAnswerBy } from '../built/check-answer.ts'
import type { BuiltCheck } from '../built/check-built.ts'
import { type ExpectedLeg, type LegCall, readLegCall } from './leg-call.ts'

/** The swap that was chosen: a candidate of a quote that this page computed again. */
export type ChosenCandidate = {
  readonly inputs: QuoteInputs
  readonly candidate: SwapCandidateData
  /** Base units: the least that follows from the quote's prices and policy; null without. */
  readonly bound: bigint | null
  /** Base units: the chooser's own least; null without. */
  readonly minBuyAmount: bigint | null
}

/** Verifies a market transaction: against the tree of this page, and against the swap that was chosen. */
export function checkSwap(
  answer: MarketTransactionData,
  at: BuiltAt,
  chosen: ChosenCandidate,
): BuiltCheck {
  return checkAnswerBy(answer, at, {
    compare: (calls, context) => compareSwap(calls, { answer, chosen, context }),
    drones: chosen.inputs.measurements.flatMap(({ legs }) =>
      legs.flatMap(({ drone }) => (drone === null ? [] : [drone])),
    ),
    wordUnits: statedUnits([chosen.inputs.sellToken, chosen.inputs.buyToken], 'chain'),
  })
}

type SwapComparison = {
  readonly answer: MarketTransactionData
  readonly chosen: ChosenCandidate
  readonly context: ComparisonContext
}

/**
 * Compares calls with a swap: each leg is there once, with its amounts, its least and its receiver, and
 * every other call is an approval that a leg needs, or takes one back.
 */
export function compareSwap(
  calls: readonly ReadableCall[],
  { answer, chosen, context }: SwapComparison,
): RequestComparison {
  const { candidate } = answer.quote
  const legs = legsOf(candidate, chosen, context)
  const problems = [
    ...choiceProblems(candidate, chosen),
    ...amountProblems(legs, chosen.inputs),
    ...hopProblems(legs, chosen.inputs),
    ...minimumProblems(legs, answer, chosen),
  ]
  const { swaps, matched, ...reading } = matchLegs(calls, legs)
  const { notes, uncompared } = reading
  problems.push(...reading.problems)
  for (const { deadline } of swaps) problems.push(...deadlineProblems(deadline, answer))
  for (const [index, call] of calls.entries())
    if (!matched.has(index)) problems.push(...otherProblems(call, index, swaps))
  if (answer.approvals_left.length > 0)
    notes.push('The server says that an allowance is left after it: read the approvals below.')
  return { problems, notes: [...new Set(notes)], uncompared: [...new Set(uncompared)] }
}

/** The call of a leg. */
export type SwapCall = {
  readonly leg: ExpectedLeg
  readonly call: ReadableCall
  readonly decoded: DecodedAction | null
  /** Unix seconds; null where the call has none. */
  readonly deadline: bigint | null
}

type LegMatches = {
  readonly swaps: readonly SwapCall[]
  readonly matched: ReadonlySet<number>
  readonly problems: string[]
  readonly notes: string[]
  readonly uncompared: string[]
}

/** Finds the call of each leg, and compares it with the leg; each call is of one leg at most. */
export function matchLegs(
  calls: readonly ReadableCall[],
  legs: readonly ExpectedLeg[],
): LegMatches {
  const problems: string[] = []
  const notes: string[] = []
  const uncompared: string[] = []
  const swaps: SwapCall[] = []
  const matched = new Set<number>()
  for (const leg of legs) {
    const match = findLeg(calls, leg, matched)
    if (match === null) {
      problems.push(`No call does ${leg.route}, which is a part of the swap.`)
      continue
    }
    const { reading, index } = match
    matched.add(index)
    uncompared.push(...reading.uncompared)
    problems.push(...reading.problems)
    notes.push(...reading.notes)
    const { decoded, deadline } = reading
    swaps.push({ leg, call: calls[index]!, decoded, deadline })
  }
  return { swaps, matched, problems, notes, uncompared }
}

function legsOf(
  candidate: SwapCandidateData,
  { inputs }: ChosenCandidate,
  { vault }: ComparisonContext,
): readonly ExpectedLeg[] {
  const measured = inputs.measurements.flatMap(({ legs }) => legs)
  return candidate.legs.map((leg) => ({
    route: leg.route,
    params: leg.params,
    sellToken: leg.sell_token as Address,
    buyToken: leg.buy_token as Address,
    sellAmount: BigInt(leg.raw_sell_amount),
    least: leg.raw_least === null ? null : BigInt(leg.raw_least),
    actor: measured.find(({ route }) => route === leg.route)?.drone ?? vault,
    bought: candidate.legs.length === 1 ? BigInt(candidate.raw_buy_amount) : null,
  }))
}

/** The first call that is the leg; else the first that does the same with other values. */
function findLeg(calls: readonly ReadableCall[], leg: ExpectedLeg, matched: ReadonlySet<number>) {
  const matches = calls.flatMap((call, index) => {
    if (matched.has(index) || approvalIn(call) !== null) return []
    const reading = readLegCall(call, leg)
    return reading === null ? [] : [{ index, reading }]
  })
  return matches.find(({ reading }) => reading.problems.length === 0) ?? matches[0] ?? null
}

function deadlineProblems(
  deadline: LegCall['deadline'],
  { deadline: stated }: MarketTransactionData,
): readonly string[] {
  if (deadline === null || timeOf(deadline) === stated) return []
  return [`It may be mined until ${timeOf(deadline)}, and the answer says ${stated ?? 'nothing'}.`]
}

/** Writes a time as the interface does; a second that no calendar has is written as it is. */
export function timeOf(unix: bigint): string {
  return unix > lastSecond
    ? String(unix)
    : `${new Date(Number(unix) * 1000).toISOString().slice(0, 19)}Z`
}

/** Of the year 9999. */
const lastSecond = 253_402_300_799n

/** Problems of the choice, which is a set of venues: the share of each in a split may follow the newest block. */
function choiceProblems(
  candidate: SwapCandidateData,
  { candidate: chosen }: ChosenCandidate,
): string[] {
  const textOf = ({ legs }: SwapCandidateData) =>
    legs
      .map(({ route, params }) => [route, ...Object.entries(params).map(String)].join(' '))
      .sort()
      .join('; ')
  const [chosenText, candidateText] = [textOf(chosen), textOf(candidate)]
  return chosenText === candidateText
    ? []
    : [`You chose ${chosenText}; the server built ${candidateText}.`]
}

function amountProblems(legs: readonly ExpectedLeg[], inputs: QuoteInputs): string[] {
  const { sellToken, buyToken, sellAmount } = inputs
  const sold = sumOf(legs.filter((leg) => isSameAddress(leg.sellToken, sellToken.address)))
  const isBuying = legs.some((leg) => isSameAddress(leg.buyToken, buyToken.address))
  return [
    ...(sold === sellAmount
      ? []
      : [`It sells ${sold} base units in all, and the quote was for ${sellAmount}.`]),
    ...(isBuying ? [] : [`No part of it buys ${buyToken.address}.`]),
  ]
}

/** A second hop that sells more than the first demands would sell what the vault has of the token in between. */
function hopProblems(legs: readonly ExpectedLeg[], { buyToken }: QuoteInputs): string[] {
  const middles = new Set(legs.map((leg) => leg.buyToken))
  return [...middles].flatMap((token) => {
    const into = legs.filter((leg) => isSameAddress(leg.buyToken, token))
    if (isSameAddress(token, buyToken.address) || into.some((leg) => leg.least === null)) return []
    const demanded = into.reduce((sum, leg) => sum + leg.least!, 0n)
    const sold = sumOf(legs.filter((leg) => isSameAddress(leg.sellToken, token)))
    if (sold <= demanded) return []
    return [
      `It sells ${sold} base units of ${token} on the way, and the calls before demand ${demanded} of it.`,
    ]
  })
}

function sumOf(legs: readonly ExpectedLeg[]): bigint {
  return legs.reduce((sum, { sellAmount }) => sum + sellAmount, 0n)
}

function minimumProblems(
  legs: readonly ExpectedLeg[],
  answer: MarketTransactionData,
  { inputs, bound, minBuyAmount }: ChosenCandidate,
): string[] {
  const stated = BigInt(answer.raw_least)
  const last = legs.filter((leg) => isSameAddress(leg.buyToken, inputs.buyToken.address))
  const isDemanded = last.every(({ least: minimum }) => minimum !== null)
  const demanded = last.reduce((sum, { least: minimum }) => sum + (minimum ?? 0n), 0n)
  const floors = [
    [
      'the bound that the server states',
      answer.bound === null ? null : BigInt(answer.bound.raw_least),
    ],
    ['the bound of the quote', bound],
    ['your own minimum', minBuyAmount],
    ['what is to be bought', inputs.wish.buyAmount ?? null],
  ] as const
  return [
    ...(isDemanded && demanded !== stated
      ? [`The calls demand ${demanded} base units at least, and the answer says ${stated}.`]
      : []),
    ...(stated > 0n ? [] : ['It accepts whatever comes out.']),
    ...floors.flatMap(([name, floor]) =>
      floor === null || stated >= floor
        ? []
        : [`It demands ${stated} base units at least; ${name} is ${floor}. Ask for a new quote.`],
    ),
  ]
}

function otherProblems(call: ReadableCall, index: number, swaps: readonly SwapCall[]): string[] {
  const approval = approvalIn(call)
  if (approval === null) return [`The swap does not need call ${index}.`]
  if (approval.amount === 0n) return []
  const decoded = swaps.flatMap((swap) => (swap.decoded === null ? [] : [swap.decoded]))
  if (needOf(approval, decoded) === 'needed') return []
  if (swaps.some((swap) => isApprovalOf(approval, swap))) return []
  return [`Call ${index} approves what the swap does not need.`]
}

/** True if an approval is what a leg needs: of a third party's calldata no parameter says who pulls, the router that is called does. */
export function isApprovalOf(approval: ApprovalCall, { leg, call, decoded }: SwapCall): boolean {
  if (decoded !== null) return false
  const router = droneTargetOf(call.data) ?? call.target
  return (
    isSameAddress(approval.token, leg.sellToken) &&
    isSameAddress(approval.spender, router) &&
    approval.amount === leg.sellAmount
  )
}
