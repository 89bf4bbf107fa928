import { type Address, isSameAddress } from '@vaultwright/base'
import { approvalIn, needOf } from '@vaultwright/packet'
import { actionsOfCall, type DecodedAction, type ReadableCall } from '@vaultwright/protocols'
import { statedUnits } from '@vaultwright/registry'
import {
  type BatchInputs,
  type BatchStep,
  bestCandidateOf,
  type QuoteInputs,
  type SwapBatch,
  type SwapQuote,
} from '@vaultwright/swap'
import type { BatchTransactionData } from '@vaultwright/wire'
import {
  actorsOf,
  type ComparisonContext,
  compareActions,
  type RequestComparison,
  type RequestedAction,
} from '../built/action-comparison.ts'
import { type BuiltAt, checkAnswerBy } from '../built/check-answer.ts'
import type { BuiltCheck } from '../built/check-built.ts'
import { requestedOf } from './check-batch.ts'
import { isApprovalOf, matchLegs, type SwapCall, timeOf } from './check-swap.ts'
import type { ExpectedLeg } from './leg-call.ts'

/** Verifies the calldata of a batch: against the tree of this page, and each part against the batch that its receipt gives. */
export function checkBatchCalls(
  answer: BatchTransactionData,
  at: BuiltAt,
  { batch, inputs }: { readonly batch: SwapBatch; readonly inputs: BatchInputs },
): BuiltCheck {
  const drones = inputs.quotes.flatMap(({ measurements }) =>
    measurements.flatMap(({ legs }) => legs.flatMap(({ drone }) => drone ?? [])),
  )
  const steps = [...batch.before, ...batch.after].map(requestedOf)
  return checkAnswerBy(answer, at, {
    compare: (calls, context) => compareBatch(calls, { answer, batch, inputs, context }),
    drones: [...drones, ...actorsOf(steps, at.place.vault)],
    wordUnits: statedUnits(
      batch.swaps.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]),
      'chain',
    ),
  })
}

type BatchComparison = {
  readonly answer: Pick<BatchTransactionData, 'calls' | 'deadline' | 'approvals_left'>
  readonly batch: SwapBatch
  readonly inputs: BatchInputs
  readonly context: ComparisonContext
}

/**
 * Compares calls with a batch: its parts come in their order, each is what was asked for, and every other call is an
 * approval that one of them needs, or takes one back.
 */
function compareBatch(
  calls: readonly ReadableCall[],
  { answer, batch, inputs, context }: BatchComparison,
): RequestComparison {
  const { refusal, swaps } = batch
  if (refusal !== null) return only(`The batch may not be built: ${refusal.message}`)
  const counts = [answer.calls.before, ...answer.calls.swaps, answer.calls.after]
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total !== calls.length || answer.calls.swaps.length !== swaps.length)
    return only(`The answer tells of ${total} calls in its parts, and has ${calls.length}.`)
  let place = 0
  const take = (count: number) => {
    place += count
    return calls.slice(place - count, place)
  }
  const decoded: DecodedAction[] = []
  const legCalls: SwapCall[] = []
  const stepPart = (steps: readonly BatchStep[], segment: readonly ReadableCall[]) => {
    const requested = steps.map(requestedOf)
    // Approvals are judged together: one may stand for several parts.
    const isApproving = requested.some(({ route }) => route === 'erc_20/approve')
    const actionCalls = isApproving ? segment : segment.filter((call) => approvalIn(call) === null)
    decoded.push(...decodedOf(requested, actionCalls))
    return compareActions(actionCalls, requested, context)
  }
  const first = stepPart(batch.before, take(answer.calls.before))
  const middle = swaps.map((quote, index) => {
    const segment = take(answer.calls.swaps[index]!)
    const {
      swaps: matches,
      matched,
      ...reading
    } = matchLegs(segment, legsOf(quote, inputs.quotes[index]!))
    legCalls.push(...matches)
    decoded.push(...matches.flatMap((match) => match.decoded ?? []))
    const stray = segment.filter((call, at) => !matched.has(at) && approvalIn(call) === null)
    const problems = [
      ...reading.problems,
      ...stray.map(({ target }) => `It does not need its call of ${target}.`),
    ]
    return named(`Swap ${index + 1}`, { ...reading, problems })
  })
  const last = stepPart(batch.after, take(answer.calls.after))
  const parts = [named('Before', first), ...middle, named('After', last)]
  const { foreign, open } = approvalsOf(calls, decoded, legCalls)
  return {
    problems: [
      ...parts.flatMap(({ problems }) => problems),
      ...foreign.map((index) => `Call ${index} approves what no part of the batch needs.`),
      ...deadlineProblems(legCalls, answer),
    ],
    notes: [
      ...new Set([
        ...parts.flatMap(({ notes }) => notes),
        ...(answer.approvals_left.length === 0
          ? []
          : ['The server says that an allowance is left after it: read the approvals below.']),
      ]),
    ],
    uncompared: [
      ...new Set(parts.flatMap(({ uncompared }) => uncompared)),
      ...open.map(
        (index) =>
          `Call ${index} approves a token: the calldata does not show that your actions take it. Compare it yourself.`,
      ),
    ],
  }
}

function only(problem: string): RequestComparison {
  return { problems: [problem], notes: [], uncompared: [] }
}

function named(
  name: string,
  { problems, notes, uncompared }: RequestComparison,
): RequestComparison {
  const texts = (list: readonly string[]) => list.map((text) => `${name}: ${text}`)
  return { problems: texts(problems), notes: texts(notes), uncompared: texts(uncompared) }
}

function decodedOf(
  requested: readonly RequestedAction[],
  calls: readonly ReadableCall[],
): readonly DecodedAction[] {
  const routes = new Set(requested.map(({ route }) => route))
  return calls.flatMap((call) =>
    actionsOfCall(call).filter(({ action }) => routes.has(action.route)),
  )
}

/** The legs that the receipt gives: a candidate of the server's own print is not looked at. */
function legsOf(quote: SwapQuote, { vault, measurements }: QuoteInputs): readonly ExpectedLeg[] {
  const candidate = bestCandidateOf(quote)!
  const measured = measurements.find(({ id }) => id === candidate.id)!
  return candidate.legs.map((leg, index) => ({
    route: leg.route,
    params: leg.params,
    sellToken: leg.sellToken,
    buyToken: leg.buyToken,
    sellAmount: leg.sellAmount,
    least: leg.least,
    actor: measured.legs[index]!.drone ?? vault,
    bought: candidate.legs.length === 1 ? candidate.buyAmount : measured.legs[index]!.bought,
  }))
}

/** The places of approvals that no part needs, and of those of which the calldata does not tell. */
function approvalsOf(
  calls: readonly ReadableCall[],
  decoded: readonly DecodedAction[],
  legCalls: readonly SwapCall[],
): { readonly foreign: readonly number[]; readonly open: readonly number[] } {
  const [foreign, open]: [number[], number[]] = [[], []]
  for (const [index, call] of calls.entries()) {
    const approval = approvalIn(call)
    if (approval === null || approval.amount === 0n) continue
    const need = needOf(approval, decoded)
    if (need === 'needed' || legCalls.some((one) => isApprovalOf(approval, one))) continue
    const isRequested = decoded.some(
      ({ action, values }) =>
        action.route === 'erc_20/approve' &&
        isSameAddress(values.spender as Address, approval.spender) &&
        values.amount === approval.amount,
    )
    if (isRequested) continue
    if (need === 'open') open.push(index)
    else foreign.push(index)
  }
  return { foreign, open }
}

function deadlineProblems(
  legCalls: readonly SwapCall[],
  { deadline: stated }: BatchComparison['answer'],
): readonly string[] {
  const deadlines = legCalls.flatMap(({ deadline }) => deadline ?? [])
  const [earliest] = deadlines.sort((one, other) => (one < other ? -1 : 1))
  const follows = earliest === undefined ? null : timeOf(earliest)
  if (follows === stated) return []
  return [
    `It may be mined until ${follows ?? 'any time'}, and the answer says ${stated ?? 'nothing'}.`,
  ]
}
