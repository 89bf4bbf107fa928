import { type Address, type Hex, printUnits } from '@vaultwright/base'
import {
  deadlineOf,
  type Liability,
  maturityOf,
  type Payout,
  type QueuedRequest,
  type RequestSum,
  requestStatusOf,
} from '@vaultwright/queue'
import { printTime } from '../field/time.ts'
import type { WithdrawAssetData, WithdrawRequestData } from './withdraw-queue.ts'

/** Payments of an asset of a queue, executed; base units. */
export type ExecutedPayment = {
  readonly instant: bigint
  readonly bufferHelper: Address | null
  readonly payable: {
    readonly strict: bigint
    readonly fit: bigint
    readonly count: number
    readonly unpaid: readonly {
      readonly id: Hex
      readonly because: 'cash' | 'own'
      readonly reason: string
    }[]
    readonly leftOut: number
  }
  readonly refunds: bigint | null
  readonly fees: bigint | null
  readonly reserve: bigint | null
  readonly allocatable: bigint | null
  readonly shortfall: bigint | null
}

/** The facts of an asset that a queue owes; base units. */
export type OwedAssetFacts = {
  readonly symbol: string | null
  readonly decimals: number
  readonly shareDecimals: number
  readonly liability: Liability
  /** Of the matured requests: the greatest part of their time that is used, basis points; null without one. */
  readonly deadlineUsedBps: bigint | null
  readonly terms: {
    readonly allowsRequests: boolean
    readonly secondsToMaturity: number
    readonly minimumSecondsToDeadline: number
    readonly minimumDiscountBps: number
    readonly maximumDiscountBps: number
    readonly minimumShares: bigint
    readonly capacity: bigint | null
  } | null
  readonly rate: bigint | null
  readonly idle: bigint | null
  readonly payout: Payout
  /** Null where nothing was executed. */
  readonly executed: ExecutedPayment | null
  /** Why nothing was executed; null where it was. */
  readonly unknownBecause: string | null
  readonly stops: WithdrawAssetData['stops']
}

/** Writes an asset that a queue owes. */
export function withdrawAssetDataOf(facts: OwedAssetFacts): WithdrawAssetData {
  const { liability, decimals, shareDecimals, payout, executed, terms } = facts
  const { open, matured, expired, maturesIn, oldestMaturedUnix } = liability
  const units = (amount: bigint | null | undefined) =>
    amount === null || amount === undefined ? null : printUnits(amount, decimals)
  const raw = (amount: bigint | null | undefined) =>
    amount === null || amount === undefined ? null : String(amount)
  const sumOf = ({ count, shares, assets }: RequestSum) => ({
    count,
    shares: printUnits(shares, shareDecimals),
    raw_shares: String(shares),
    assets: printUnits(assets, decimals),
    raw_assets: String(assets),
  })
  const payable = executed?.payable
  return {
    asset: liability.asset,
    symbol: facts.symbol,
    terms: terms && {
      allows_requests: terms.allowsRequests,
      seconds_to_maturity: terms.secondsToMaturity,
      minimum_seconds_to_deadline: terms.minimumSecondsToDeadline,
      minimum_discount_bps: terms.minimumDiscountBps,
      maximum_discount_bps: terms.maximumDiscountBps,
      minimum_shares: printUnits(terms.minimumShares, shareDecimals),
      raw_minimum_shares: String(terms.minimumShares),
      capacity: terms.capacity === null ? null : printUnits(terms.capacity, shareDecimals),
      raw_capacity: raw(terms.capacity),
    },
    open: sumOf(open),
    matured: sumOf(matured),
    expired: sumOf(expired),
    matures_in: {
      day: sumOf(maturesIn.day),
      three_days: sumOf(maturesIn.threeDays),
      week: sumOf(maturesIn.week),
    },
    oldest_matured_at: oldestMaturedUnix === null ? null : printTime(BigInt(oldestMaturedUnix)),
    deadline_used: facts.deadlineUsedBps === null ? null : printUnits(facts.deadlineUsedBps, 4),
    rate: units(facts.rate),
    required: printUnits(payout.required, decimals),
    raw_required: String(payout.required),
    outflow: units(payout.outflow),
    raw_outflow: raw(payout.outflow),
    solver_excess: units(payout.solverExcess),
    raw_solver_excess: raw(payout.solverExcess),
    deficit: units(payout.deficit),
    raw_deficit: raw(payout.deficit),
    idle: units(facts.idle),
    raw_idle: raw(facts.idle),
    instant: units(executed?.instant),
    raw_instant: raw(executed?.instant),
    instant_source: executed === null ? null : executed.bufferHelper === null ? 'idle' : 'buffer',
    buffer_helper: executed?.bufferHelper ?? null,
    payable_now: units(payable?.strict),
    raw_payable_now: raw(payable?.strict),
    payable_requests: payable?.count ?? null,
    payable_passing_over: units(payable?.fit),
    raw_payable_passing_over: raw(payable?.fit),
    unpaid: (payable?.unpaid ?? []).map(({ id, because, reason }) => ({
      request_id: id,
      because,
      reason,
    })),
    left_out: payable?.leftOut ?? 0,
    refunds: units(executed?.refunds),
    raw_refunds: raw(executed?.refunds),
    fees: units(executed?.fees),
    raw_fees: raw(executed?.fees),
    reserve: units(executed?.reserve),
    raw_reserve: raw(executed?.reserve),
    allocatable: units(executed?.allocatable),
    raw_allocatable: raw(executed?.allocatable),
    shortfall: units(executed?.shortfall),
    raw_shortfall: raw(executed?.shortfall),
    unknown_because: facts.unknownBecause,
    stops: facts.stops,
  }
}

/** Names and decimals of a request's amounts. */
export type RequestUnits = {
  readonly symbol: string | null
  readonly decimals: number
  readonly shareDecimals: number
}

/** Writes a request of a queue, with its state at a time. */
export function withdrawRequestDataOf(
  request: QueuedRequest & { readonly queue: Address },
  { symbol, decimals, shareDecimals }: RequestUnits,
  atUnix: bigint,
): WithdrawRequestData {
  const { nonce, user, assetOut, amountOfShares, amountOfAssets, end } = request
  const { creationTime, secondsToMaturity, secondsToDeadline } = request
  return {
    request_id: request.id,
    queue: request.queue,
    status: requestStatusOf(request, Number(atUnix)),
    user,
    asset: assetOut,
    symbol,
    shares: printUnits(amountOfShares, shareDecimals),
    raw_shares: String(amountOfShares),
    assets: printUnits(amountOfAssets, decimals),
    raw_assets: String(amountOfAssets),
    created_at: printTime(BigInt(creationTime)),
    matures_at: printTime(BigInt(maturityOf(request))),
    expires_at: printTime(BigInt(deadlineOf(request))),
    block_number: Number(request.block),
    tx_hash: request.transactionHash,
    ended: end && {
      status: end.kind,
      block_number: Number(end.block),
      tx_hash: end.transactionHash,
      ...(end.kind === 'replaced' && { replaced_by: end.replacedBy }),
    },
    tuple: {
      nonce: String(nonce),
      user,
      assetOut,
      amountOfShares: String(amountOfShares),
      amountOfAssets: String(amountOfAssets),
      creationTime,
      secondsToMaturity,
      secondsToDeadline,
    },
  }
}
