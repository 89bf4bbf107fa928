import { type Address, BaseError } from '@vaultwright/base'
import {
  type PaymentStop,
  type QueueCash,
  type QueuePayer,
  type QueuePayment,
  type QueueReading,
  type QueueTerms,
  readMissingRights,
  readQueueCash,
  readQueuePayment,
  readQueueTerms,
  readSolver,
} from '@vaultwright/chain'
import { revertTextOf } from '@vaultwright/outcome'
import {
  deadlineOf,
  type Liability,
  liabilitiesOf,
  maturityOf,
  payoutOf,
  requestStatusOf,
  type WithdrawQueue,
} from '@vaultwright/queue'
import type { VaultQueue } from '@vaultwright/store'
import {
  type ExecutedPayment,
  type WithdrawAssetData,
  type WithdrawQueueData,
  withdrawAssetDataOf,
} from '@vaultwright/wire'
import type { IndexedChain } from '../context/context.ts'

/** Basis points of the cash for requests to hold ready: as much as it. */
const reserveFactorBps = 10_000n

/** A queue that was read, and the contracts that pay it. */
export type QueueSubject = {
  readonly reading: QueueReading
  readonly entry: VaultQueue
  readonly teller: Address | null
}

/**
 * Reads what a queue owes and executes what is paid of it, at the block of its reading.
 *
 * @throws what reading and simulating throw.
 */
export async function readQueueData(
  indexed: IndexedChain,
  { reading, entry, teller }: QueueSubject,
): Promise<WithdrawQueueData> {
  const { chain } = indexed
  const { queue, block, check, isPaused, isProven } = reading
  const liabilities = liabilitiesOf(queue, Number(block.timestamp))
  const assets = liabilities.map(({ asset }) => asset)
  const [cash, terms] = await Promise.all([
    readQueueCash(chain, reading, assets),
    readQueueTerms(chain, { queue: queue.address, assets }, block),
  ])
  const solver = await readPayer(indexed, reading, { entry, teller })
  const rows: WithdrawAssetData[] = []
  for (const [index, liability] of liabilities.entries()) {
    const owed = { liability, cash: cash[index]!, terms: terms[index]! }
    rows.push(await readAsset(indexed, reading, { ...owed, solver }))
  }
  return {
    address: queue.address,
    kind: 'boring',
    paused: isPaused,
    check: {
      state: check.state,
      proven: isProven,
      ids: check.state === 'agrees' ? queue.ids.length : null,
      difference: check.state === 'agrees' ? null : differenceOf(check),
      reason: null,
    },
    solvers: solver.data === null ? [] : [solver.data],
    assets: rows,
  }
}

type Difference = Exclude<WithdrawQueueData['check']['difference'], null>

function differenceOf(check: Exclude<QueueReading['check'], { state: 'agrees' }>): Difference {
  const { what, folded, contract } = check
  return {
    what,
    position: check.what === 'ids' ? check.position : null,
    folded: folded === null ? null : String(folded),
    contract: contract === null ? null : String(contract),
  }
}

/** The solver that pays the requests of a queue; the payer is null where nothing can be executed, with the reason. */
type SolverReading = {
  readonly data: WithdrawQueueData['solvers'][number] | null
  readonly payer: QueuePayer | null
  readonly reason: string | null
}

async function readPayer(
  { chain }: IndexedChain,
  { queue, block }: QueueReading,
  { entry, teller }: Pick<QueueSubject, 'entry' | 'teller'>,
): Promise<SolverReading> {
  const none = (reason: string): SolverReading => ({ data: null, payer: null, reason })
  if (entry.solver === null)
    return none('The definition of the vault names no solver of this queue.')
  if (teller === null) return none('The definition of the vault names no teller.')
  const unread = { address: entry.solver, kind: null, sender: null, may: null, missing: [] }
  try {
    const solver = await readSolver(chain, entry.solver, block)
    const sender = entry.sender ?? solver.owner
    if (sender === null) {
      const reason = `The solver ${solver.address} names no owner, and the definition no sender.`
      return { data: { ...unread, kind: solver.form, reason }, payer: null, reason }
    }
    const parties = { queue: queue.address, teller, solver, sender }
    const missing = await readMissingRights(chain, parties, block)
    const data = {
      address: solver.address,
      kind: solver.form,
      sender,
      may: missing.length === 0,
      missing: missing.map(({ caller, target, functionName: call }) => ({ caller, target, call })),
      reason: null,
    }
    return { data, payer: { teller, solver, sender, reserveFactorBps }, reason: null }
  } catch (error) {
    const reason = bluntReasonOf(error)
    return { data: { ...unread, reason }, payer: null, reason }
  }
}

type AssetSubject = {
  readonly liability: Liability
  readonly cash: QueueCash
  readonly terms: QueueTerms | null
  readonly solver: SolverReading
}

async function readAsset(
  indexed: IndexedChain,
  reading: QueueReading,
  { liability, cash, terms, solver }: AssetSubject,
): Promise<WithdrawAssetData> {
  const { open, matured, asset } = liability
  const { rate, idle, symbol, decimals, shareDecimals } = cash
  const { payer } = solver
  const { payment, reason } = await readPayment(indexed, reading, { liability, cash, solver })
  return withdrawAssetDataOf({
    liability,
    terms,
    rate,
    idle,
    symbol,
    decimals,
    shareDecimals,
    deadlineUsedBps: deadlineUsedOf(reading.queue, asset, reading.block.timestamp),
    payout: payoutOf(open, matured, { rate, oneShare: 10n ** BigInt(shareDecimals) }),
    executed: payment === null ? null : executedOf(payment),
    unknownBecause: reason,
    stops: [
      ...(hasRate(rate)
        ? []
        : [
            {
              call: 'getRateInQuoteSafe',
              target: reading.accountant,
              reason: 'The accountant gives no rate for this asset.',
            },
          ]),
      ...(payment === null || payment.instant.stop === null || payer === null
        ? []
        : [
            {
              call: 'bulkWithdraw',
              target: payer.teller,
              reason: stopTextOf(payment.instant.stop),
            },
          ]),
    ],
  })
}

function hasRate(rate: bigint | null): rate is bigint {
  return rate !== null && rate !== 0n
}

async function readPayment(
  { chain }: IndexedChain,
  reading: QueueReading,
  { liability, cash, solver }: Omit<AssetSubject, 'terms'>,
): Promise<{ readonly payment: QueuePayment | null; readonly reason: string | null }> {
  const none = (reason: string) => ({ payment: null, reason })
  if (reading.check.state !== 'agrees')
    return none('The contract has other requests than its logs give.')
  if (!hasRate(cash.rate))
    return none('The accountant gives no rate for this asset: no request for it can be redeemed.')
  if (solver.payer === null) return none(solver.reason ?? 'Nothing can be executed.')
  try {
    const owed = { payer: solver.payer, liability, cash }
    const payment = await readQueuePayment({ chain, forks: null }, reading, owed)
    return payment === null ? none('The accountant gives no rate.') : { payment, reason: null }
  } catch (error) {
    return none(bluntReasonOf(error))
  }
}

/** A failure that repeats says why a number is unknown; any other is tried again. */
function bluntReasonOf(error: unknown): string {
  const isBlunt =
    error instanceof BaseError && (error.kind === 'invalid_input' || error.code === 'rpc_refused')
  if (isBlunt) return error.shortMessage
  throw error
}

function executedOf({ instant, payable, owed, need }: QueuePayment): ExecutedPayment {
  return {
    instant: instant.paid,
    bufferHelper: instant.buffer,
    payable: {
      strict: payable.strict,
      fit: payable.fit,
      count: payable.paid.length,
      unpaid: payable.unpaid.map(({ id, because, stop }) => ({
        id,
        because,
        reason: stopTextOf(stop),
      })),
      leftOut: payable.leftOut,
    },
    refunds: owed.refunds,
    fees: owed.fees,
    reserve: need.reserve,
    allocatable: need.allocatable,
    shortfall: need.shortfall,
  }
}

function stopTextOf(stop: PaymentStop): string {
  return 'halt' in stop ? stop.halt : revertTextOf(stop)
}

/** The greatest part of its time to be solved that a matured request has used, basis points. */
function deadlineUsedOf(
  { ids, requests }: WithdrawQueue,
  asset: Address,
  atUnix: bigint,
): bigint | null {
  const now = Number(atUnix)
  const parts = ids
    .map((id) => requests.get(id)!)
    .filter((request) => request.assetOut === asset && requestStatusOf(request, now) === 'matured')
    .map((request) => {
      const matures = maturityOf(request)
      const time = deadlineOf(request) - matures
      return time === 0 ? 10_000 : Math.floor(((now - matures) * 10_000) / time)
    })
  return parts.length === 0 ? null : BigInt(Math.max(...parts))
}
