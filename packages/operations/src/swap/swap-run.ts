import { type Address, BaseError } from '@vaultwright/base'
import {
  type ActionRequest,
  type BuildContext,
  type Built,
  buildActions,
  InvalidParametersError,
} from '@vaultwright/builder'
import type { RunEngines, RunResult, RunTransaction, SimulatedRun } from '@vaultwright/chain'
import { simulateEach } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { nativeAsset } from '@vaultwright/registry'
import { isRounding, type MeasuredLeg, type Measurement, type SwapRefusal } from '@vaultwright/swap'
import { revertText } from '../simulation/revert-text.ts'
import { type LegRequest, requestOf, type VenueChoice } from './attempt.ts'
import { holderOf, readsOf, tokensOf } from './swap-run-read.ts'

/** A way to swap that is to be tried: its legs in the order of the calls. */
export type SwapRun = {
  readonly id: string
  readonly legs: readonly SwapRunLeg[]
  /** Actions that follow them; none by default. */
  readonly extra?: readonly ActionRequest[]
}

/** A leg of a trial: the venue, the amounts, what the receipt shall say. */
export type SwapRunLeg = {
  readonly choice: VenueChoice
  readonly wish: LegRequest
  readonly leg: MeasuredLeg
}

/** The context of swap runs. */
export type SwapRunContext = {
  readonly engines: RunEngines
  readonly block: BlockRef
  readonly build: BuildContext
  readonly strategist: Address
  readonly vault: Address
  /** Earlier transactions: each run meets what they left. */
  readonly before: readonly RunTransaction[]
  /** Sales that bring what steps sell, where the vault does not hold it. */
  readonly funding?: readonly RunTransaction[]
  /** Tokens of the vault that no swap may lower but the sold one. */
  readonly watched: readonly Address[]
}

/** A trial that ran or was refused before. */
export type SwapRunResult = {
  readonly swapRun: SwapRun
  readonly measurement: Measurement
  readonly built: Built | null
  readonly allowancesLeft: readonly { token: Address; spender: Address; amount: bigint }[]
}

/** Builds trials and runs all of them in one round trip. */
export async function runSwaps(
  context: SwapRunContext,
  swapRuns: readonly SwapRun[],
): Promise<readonly SwapRunResult[]> {
  const built = await Promise.all(swapRuns.map((swapRun) => buildTrial(context, swapRun)))
  const runs: SimulatedRun[] = []
  const places = built.map((one, index) => {
    if ('refusal' in one) return null
    runs.push(runOf(context, swapRuns[index]!, one.built))
    return runs.length - 1
  })
  const results = await simulateEach(context.engines, context.block, runs)
  return swapRuns.map((swapRun, index) => {
    const single = built[index]!
    if ('refusal' in single) return refusedResult(swapRun, single.refusal)
    const place = places[index]!
    return resultOf(context, {
      swapRun,
      built: single.built,
      run: results.runs[place]!,
      asked: runs[place]!,
    })
  })
}

/** A trial that never ran. */
export function refusedResult(swapRun: SwapRun, failure: SwapRefusal): SwapRunResult {
  return { swapRun, measurement: failedOf(swapRun, failure, 0n), built: null, allowancesLeft: [] }
}

async function buildTrial(
  { build }: SwapRunContext,
  swapRun: SwapRun,
): Promise<{ readonly built: Built } | { readonly refusal: SwapRefusal }> {
  try {
    return {
      built: await buildActions(build, actionsOf(swapRun)),
    }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    if (error.kind === 'unavailable' || error.kind === 'bug') throw error
    return { refusal: refusalOf(error) }
  }
}

/** Of wrong parameters the first one says why; third-party calldata that no leaf permits has a code of its own. */
function refusalOf(error: BaseError): SwapRefusal {
  if (!(error instanceof InvalidParametersError)) {
    return { code: error.code, message: error.shortMessage }
  }
  const problem =
    error.problems.find(({ type }) => type === 'calldata_not_permitted') ?? error.problems[0]
  const codes = ['calldata_not_permitted', 'calldata_refused']
  const code = problem !== undefined && codes.includes(problem.type) ? problem.type : error.code
  return { code, message: problem?.msg ?? error.shortMessage }
}

/** The actions that a way to swap is made of, in the order of their calls. */
export function actionsOf({ legs, extra = [] }: SwapRun): readonly ActionRequest[] {
  return [...legs.map(({ choice, wish: request }) => requestOf(choice, request)), ...extra]
}

function runOf(context: SwapRunContext, swapRun: SwapRun, built: Built): SimulatedRun {
  return {
    transactions: [
      ...context.before,
      { from: context.strategist, to: built.target, data: built.calldata },
    ],
    reads: readsOf(context, swapRun),
  }
}

type Balances = RunResult['readings'][number]

type FinishedTrial = {
  readonly swapRun: SwapRun
  readonly built: Built
  readonly run: RunResult
  readonly asked: SimulatedRun
}

function resultOf(context: SwapRunContext, finished: FinishedTrial): SwapRunResult {
  const { swapRun, built, run, asked: readKeys } = finished
  const { length } = context.before
  const transaction =
    run.transactions.slice(0, length).find(({ isSuccess }) => !isSuccess) ??
    run.transactions[length]
  if (transaction === undefined) throw new TypeError('A run ends with the transaction of its swap.')
  const failure = refusalOfRun(transaction)
  if (failure !== null) {
    return {
      swapRun,
      measurement: failedOf(swapRun, failure, transaction.gasUsed),
      built,
      allowancesLeft: [],
    }
  }
  const holder = holderOf(swapRun, context.vault)
  const [before, after] = run.readings.slice(length) as [Balances, Balances]
  const changes = readKeys.reads.map((read, index) => {
    const [then, now] = [before[index] ?? null, after[index] ?? null]
    return { read, then, now, change: then === null || now === null ? null : now - then }
  })
  const changeOf = (token: Address) =>
    changes.find(
      ({ read }) => read.kind === 'balance' && read.token === token && read.holder === holder,
    )?.change ?? null
  const legs = swapRun.legs.map(({ leg }) => leg)
  const [sellToken, buyToken] = [legs[0]!.sellToken, legs.at(-1)!.buyToken]
  const [sold, bought] = [changeOf(sellToken), changeOf(buyToken)]
  if (sold === null || bought === null) {
    const token = sold === null ? sellToken : buyToken
    const message = `${token} does not tell the balance of ${holder}.`
    const failure = { code: 'token_moves_otherwise', message }
    return {
      swapRun,
      measurement: failedOf(swapRun, failure, transaction.gasUsed),
      built,
      allowancesLeft: [],
    }
  }
  const tokens = tokensOf(swapRun)
  const movesOf = (token: Address, side: 'from' | 'to') =>
    transaction.transfers.filter((one) => one.token === token && one[side] === holder)
  const isNative = tokens.includes(nativeAsset)
  const measured = legs.map((leg) => {
    if (legs.length === 1) return { ...leg, bought }
    const alike = legs.filter((one) => one.buyToken === leg.buyToken)
    const arrivals = isNative ? [] : movesOf(leg.buyToken, 'to')
    // What arrives is told apart where each leg brings one transfer.
    if (arrivals.length !== alike.length)
      return leg.buyToken === buyToken ? { ...leg, bought: null } : leg
    return { ...leg, bought: arrivals[alike.indexOf(leg)]!.amount ?? null }
  })
  const pulls = movesOf(sellToken, 'from')
  const isPulledAsSaid =
    sellToken === nativeAsset ||
    legs.some(({ given }) => given !== null) ||
    isSameAmounts(
      pulls.map(({ amount }) => amount ?? 0n),
      legs.filter((leg) => leg.sellToken === sellToken).map((leg) => leg.sellAmount),
    )
  const lost = changes.flatMap(({ read: stateRead, change }) =>
    stateRead.kind === 'balance' &&
    stateRead.holder === context.vault &&
    change !== null &&
    change < 0n &&
    !(holder === context.vault && tokens.includes(stateRead.token))
      ? [{ token: stateRead.token, amount: -change }]
      : [],
  )
  const middle = tokens.filter((token) => token !== sellToken && token !== buyToken)
  const leftover = middle.flatMap((token) => {
    const change = changeOf(token)
    const amount = legs.find((leg) => leg.sellToken === token)?.sellAmount ?? 0n
    const isNone = change === null || change === 0n || (change < 0n && isRounding(change, amount))
    return isNone ? [] : [{ token, amount: change }]
  })
  return {
    swapRun,
    built,
    measurement: {
      id: swapRun.id,
      legs: measured,
      isSuccess: true,
      failure: null,
      gasUsed: transaction.gasUsed,
      sold: -sold,
      bought,
      isReconciled:
        transaction.isReconciled(sellToken, holder) &&
        transaction.isReconciled(buyToken, holder) &&
        isPulledAsSaid,
      isLeastEnforced: null,
      lost: [...lost, ...leftover.filter(({ amount }) => amount < 0n).map(negated)],
      leftover: leftover.filter(({ amount }) => amount > 0n),
    },
    allowancesLeft: changes.flatMap(({ read: stateRead, now }) =>
      stateRead.kind === 'allowance' && now !== null && now > 0n
        ? [{ token: stateRead.token, spender: stateRead.spender, amount: now }]
        : [],
    ),
  }
}

/** The reason that a transaction of a run reverted; null of a success. */
export function refusalOfRun({
  isSuccess,
  halt,
  revert,
}: RunResult['transactions'][number]): SwapRefusal | null {
  if (isSuccess) return null
  const message = halt ?? (revert === null ? 'without a reason' : reasonOf(revert))
  return { code: 'venue_reverted', message }
}

function negated({ token, amount }: { readonly token: Address; readonly amount: bigint }) {
  return { token, amount: -amount }
}

function reasonOf(revert: NonNullable<RunResult['transactions'][number]['revert']>): string {
  const text = revert.name === 'Error' ? Object.values(revert.arguments)[0] : null
  return typeof text === 'string' && text !== '' ? text : revertText(revert)
}

/** True if the amounts are the same in any order, but for rounding. */
function isSameAmounts(one: readonly bigint[], other: readonly bigint[]): boolean {
  const sorted = (list: readonly bigint[]) =>
    [...list].sort((left, right) => (left < right ? -1 : 1))
  const [left, right] = [sorted(one), sorted(other)]
  return (
    left.length === right.length &&
    left.every((amount, index) => isRounding(amount - right[index]!, right[index]!))
  )
}

function failedOf(swapRun: SwapRun, failure: SwapRefusal, gasUsed: bigint): Measurement {
  return {
    id: swapRun.id,
    legs: swapRun.legs.map(({ leg }) => leg),
    isSuccess: false,
    failure,
    gasUsed,
    sold: 0n,
    bought: 0n,
    isReconciled: false,
    isLeastEnforced: null,
    lost: [],
    leftover: [],
  }
}
