import type { Address, Hex } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import type { QueuedRequest, WithdrawRequest } from '@vaultwright/queue'
import { queueSolverAbi, queueSolverLegacyAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { type RunEngines, type RunResult, simulateEach } from '../simulation/simulate-each.ts'
import { type PaymentStop, stopOf } from './instant.ts'
import type { QueueSolver } from './queue-solver.ts'

/** A request that a solve does not pay. */
export type UnpaidRequest = {
  readonly id: Hex
  readonly nonce: bigint
  /** `cash`: it is paid where it comes first, or takes more than is paid at once. `own`: it is refused all the same. */
  readonly because: 'cash' | 'own'
  readonly stop: PaymentStop
}

/** The requests that a solver pays one after the other, executed on the state of a block; base units of one asset. */
export type PayableRequests = {
  /** Paid in the order of their numbers, up to the first that lacks cash; one that is refused for its own sake is passed over. */
  readonly strict: bigint
  /** Paid when each one that lacks cash is passed over, too. */
  readonly fit: bigint
  /** The requests that `strict` pays, by number. */
  readonly paid: readonly Hex[]
  readonly unpaid: readonly UnpaidRequest[]
  /** Requests beyond those that are executed. */
  readonly leftOut: number
}

/** The solve to execute. */
export type PayableQuery = {
  /** Matured requests for one asset. */
  readonly requests: readonly QueuedRequest[]
  readonly solver: QueueSolver
  readonly teller: Address
  /** The account that calls the solver. */
  readonly sender: Address
  /** The most that the teller pays at once, base units. */
  readonly instant: bigint
  /** Base units of the asset for one whole share. */
  readonly rate: bigint
  /** Base units of one whole share. */
  readonly oneShare: bigint
  readonly block: BlockRef
}

/** Requests that are executed at once. */
export const mostSolved = 100

/**
 * Executes the solve of each request on the state that the ones before it leave, in the order of their numbers.
 *
 * @throws what simulating throws.
 */
export async function readPayable(
  engines: RunEngines,
  query: PayableQuery,
): Promise<PayableRequests> {
  const { block, teller, solver, instant, rate, oneShare } = query
  const ordered = query.requests.toSorted((one, other) => (one.nonce < other.nonce ? -1 : 1))
  const requests = ordered.slice(0, mostSolved)
  const leftOut = ordered.length - requests.length
  if (requests.length === 0) return { strict: 0n, fit: 0n, paid: [], unpaid: [], leftOut }
  const solve = (request: QueuedRequest) => ({
    from: query.sender,
    to: solver.address,
    data: encodeSolve([request], { teller, form: solver.form }),
  })
  const { runs } = await simulateEach(engines, block, [
    { transactions: requests.map(solve), reads: [] },
    ...requests.map((request) => ({ transactions: [solve(request)], reads: [] })),
  ])
  const [together, ...alone] = runs as [RunResult, ...RunResult[]]
  const rows = requests.map((request, index) => {
    const run = together.transactions[index]!
    const isTooMuch = (request.amountOfShares * rate) / oneShare > instant
    const isCash = alone[index]!.transactions[0]!.isSuccess || isTooMuch
    return { request, run, because: isCash ? ('cash' as const) : ('own' as const) }
  })
  const sumOf = (list: typeof rows) =>
    list
      .filter(({ run }) => run.isSuccess)
      .reduce((sum, { request }) => sum + request.amountOfAssets, 0n)
  const firstShort = rows.findIndex(({ run, because }) => !run.isSuccess && because === 'cash')
  const before = firstShort === -1 ? rows : rows.slice(0, firstShort)
  return {
    strict: sumOf(before),
    fit: sumOf(rows),
    paid: before.filter(({ run }) => run.isSuccess).map(({ request }) => request.id),
    unpaid: rows
      .filter(({ run }) => !run.isSuccess)
      .map(({ request: { id, nonce }, run, because }) => ({
        id,
        nonce,
        because,
        stop: stopOf(run),
      })),
    leftOut,
  }
}

/** Encodes the solve of requests out of the vault itself; the caller covers nothing. */
export function encodeSolve(
  requests: readonly WithdrawRequest[],
  { teller, form }: { readonly teller: Address; readonly form: QueueSolver['form'] },
): Hex {
  const functionName = 'boringRedeemSolve'
  const tuples = requests.map(tupleOf)
  return form === 'covering'
    ? encodeFunctionData({ abi: queueSolverAbi, functionName, args: [tuples, teller, false] })
    : encodeFunctionData({ abi: queueSolverLegacyAbi, functionName, args: [tuples, teller] })
}

function tupleOf(request: WithdrawRequest) {
  const { nonce, user, assetOut, amountOfShares, amountOfAssets } = request
  const { creationTime, secondsToMaturity, secondsToDeadline } = request
  const amounts = { nonce, user, assetOut, amountOfShares, amountOfAssets }
  return { ...amounts, creationTime, secondsToMaturity, secondsToDeadline }
}
