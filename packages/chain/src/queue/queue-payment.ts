import type { Address } from '@vaultwright/base'
import {
  type CashNeed,
  cashNeedOf,
  type Liability,
  type QueuedRequest,
  requestStatusOf,
} from '@vaultwright/queue'
import { type RunEngines, simulateEach } from '../simulation/simulate-each.ts'
import { type InstantPayment, type PaymentStop, readInstant, stopOf } from './instant.ts'
import { type OwedCash, readOwedCash } from './owed-cash.ts'
import { encodeSolve, type PayableRequests, readPayable } from './payable.ts'
import type { QueueCash } from './queue-cash.ts'
import type { QueueSolver } from './queue-solver.ts'
import type { QueueReading } from './read-queue.ts'

/** The contracts that pay the requests of a queue, and the account that calls them. */
export type QueuePayer = {
  readonly teller: Address
  readonly solver: QueueSolver
  /** Calls the solver. */
  readonly sender: Address
  /** Basis points of the cash for requests to hold ready. */
  readonly reserveFactorBps: bigint
}

/** The debt of a queue in one asset, beside the cash that there is. */
export type OwedAsset = { readonly liability: Liability; readonly cash: QueueCash }

/** Payments of a vault in one asset, executed. */
export type QueuePayment = {
  readonly instant: InstantPayment
  readonly payable: PayableRequests
  readonly owed: OwedCash
  readonly need: CashNeed
}

/**
 * Executes what a vault pays at once in an asset, and which matured requests its solver pays now.
 *
 * @returns null where the accountant gives no rate for the asset: nothing can be redeemed.
 * @throws what `readInstant`, `readPayable` and `readOwedCash` throw.
 */
export async function readQueuePayment(
  engines: RunEngines,
  { vault, accountant, block, queue }: QueueReading,
  { payer, liability, cash }: OwedAsset & { readonly payer: QueuePayer },
): Promise<QueuePayment | null> {
  const { rate, idle } = cash
  if (rate === null || rate === 0n) return null
  const { asset } = liability
  const { teller, solver, sender, reserveFactorBps } = payer
  const worth = { rate, oneShare: 10n ** BigInt(cash.shareDecimals), block }
  const withdrawer = solver.address
  const instant = await readInstant(engines, { vault, teller, withdrawer, asset, idle, ...worth })
  const requests = queue.ids
    .map((id) => queue.requests.get(id)!)
    .filter((request) => request.assetOut === asset)
    .filter((request) => requestStatusOf(request, Number(block.timestamp)) === 'matured')
  const solve = { requests, solver, teller, sender, instant: instant.paid, ...worth }
  const payable = await readPayable(engines, solve)
  const owed = await readOwedCash(engines.chain, { teller, accountant, asset, rate, block })
  const { refunds, fees } = owed
  const need = cashNeedOf(liability, {
    ...worth,
    instant: instant.paid,
    idle,
    hasBuffer: instant.buffer !== null,
    refundsAndFees: refunds === null || fees === null ? null : refunds + fees,
    reserveFactorBps,
  })
  return { instant, payable, owed, need }
}

/** One call that solves requests, executed as a whole. */
export type QueueSolve = {
  readonly call: { readonly from: Address; readonly to: Address; readonly data: `0x${string}` }
  /** The reason that it reverts; null if it does not. */
  readonly stop: PaymentStop | null
}

/**
 * Builds the call that solves requests, and executes it: a batch may end otherwise than its requests one by one.
 *
 * @param requests - at least one, of one asset.
 * @throws what simulating throws.
 */
export async function buildQueueSolve(
  engines: RunEngines,
  { block }: Pick<QueueReading, 'block'>,
  { payer, requests }: { readonly payer: QueuePayer; readonly requests: readonly QueuedRequest[] },
): Promise<QueueSolve> {
  const { teller, solver, sender } = payer
  const data = encodeSolve(requests, { teller, form: solver.form })
  const call = { from: sender, to: solver.address, data }
  const { runs } = await simulateEach(engines, block, [{ transactions: [call], reads: [] }])
  const run = runs[0]!.transactions[0]!
  return { call, stop: run.isSuccess ? null : stopOf(run) }
}
