import { type Address, BaseError } from '@vaultwright/base'
import type { WithdrawQueue } from './queue.ts'
import { maturityOf, requestStatusOf } from './request.ts'

/** A sum of requests; shares and assets in base units. */
export type RequestSum = {
  readonly count: number
  readonly shares: bigint
  readonly assets: bigint
}

/** All that a queue owes in one asset at a time. */
export type Liability = {
  readonly asset: Address
  readonly open: RequestSum
  readonly matured: RequestSum
  readonly expired: RequestSum
  /** Of the open ones, those that mature in so many seconds from then, the last one included. */
  readonly maturesIn: {
    readonly day: RequestSum
    readonly threeDays: RequestSum
    readonly week: RequestSum
  }
  /** When the matured request that waits longest matured, unix seconds; null without one. */
  readonly oldestMaturedUnix: number | null
}

/** The cash of an asset, each read or executed at one block; base units, and null where it is not known. */
export type CashFacts = {
  /** Of one whole share, as the rate that a solve redeems at says; null where it reverts. */
  readonly rate: bigint | null
  /** Base units of one whole share. */
  readonly oneShare: bigint
  /** The most that the teller pays now. */
  readonly instant: bigint | null
  readonly idle: bigint | null
  /** With a withdraw buffer idle cash pays refunds and fees alone. */
  readonly hasBuffer: boolean
  /** Refunds that are possible and fees that are owed. */
  readonly refundsAndFees: bigint | null
  /** Basis points of the outflow that are held ready: 10,000 is as much as it. */
  readonly reserveFactorBps: bigint
}

/** The cash that a solve of requests takes, base units; null where the rate is not known. */
export type Payout = {
  /** Fixed amounts of the requests. */
  readonly required: bigint
  /** Cash that one solve of them takes from the vault: their shares at the rate, rounded down. */
  readonly outflow: bigint | null
  /** Part of the outflow that the solver or the vault keeps. */
  readonly solverExcess: bigint | null
  /** Part of the fixed amounts that the outflow does not cover. */
  readonly deficit: bigint | null
}

/** The cash that requests need, base units; null where a fact that it needs is not known. */
export type CashNeed = Payout & {
  readonly reserve: bigint | null
  /** Idle cash beyond what idle cash must pay. */
  readonly allocatable: bigint | null
  readonly shortfall: bigint | null
}

const daySeconds = 86_400
const nothing: RequestSum = { count: 0, shares: 0n, assets: 0n }

/**
 * Sums what a queue owes.
 *
 * @param atUnix - the time whose states count.
 * @returns one entry an asset that has requests in the queue, in the order of its first request.
 */
export function liabilitiesOf(
  { ids, requests }: WithdrawQueue,
  atUnix: number,
): readonly Liability[] {
  const byAsset = new Map<Address, Liability>()
  const queued = ids.map((id) => requests.get(id)!)
  for (const request of queued.sort((one, other) => (one.nonce < other.nonce ? -1 : 1))) {
    const { assetOut: asset, amountOfShares: shares, amountOfAssets: assets } = request
    const before = byAsset.get(asset) ?? emptyLiability(asset)
    const plus = (sum: RequestSum): RequestSum => ({
      count: sum.count + 1,
      shares: sum.shares + shares,
      assets: sum.assets + assets,
    })
    const matures = maturityOf(request)
    const status = requestStatusOf(request, atUnix)
    const within = (sum: RequestSum, days: number) =>
      status === 'open' && matures <= atUnix + days * daySeconds ? plus(sum) : sum
    const { day, threeDays, week } = before.maturesIn
    const oldest = before.oldestMaturedUnix
    byAsset.set(asset, {
      asset,
      open: status === 'open' ? plus(before.open) : before.open,
      matured: status === 'matured' ? plus(before.matured) : before.matured,
      expired: status === 'expired' ? plus(before.expired) : before.expired,
      maturesIn: { day: within(day, 1), threeDays: within(threeDays, 3), week: within(week, 7) },
      oldestMaturedUnix: status === 'matured' ? Math.min(oldest ?? matures, matures) : oldest,
    })
  }
  return [...byAsset.values()]
}

/** Computes the cash that one solve of open and matured requests takes. */
export function payoutOf(
  open: RequestSum,
  matured: RequestSum,
  { rate, oneShare }: Pick<CashFacts, 'rate' | 'oneShare'>,
): Payout {
  const required = open.assets + matured.assets
  const outflow = rate === null ? null : ((open.shares + matured.shares) * rate) / oneShare
  return {
    required,
    outflow,
    solverExcess: outflow === null ? null : aboveZero(outflow - required),
    deficit: outflow === null ? null : aboveZero(required - outflow),
  }
}

/**
 * Computes the cash that open and matured requests need, beside what there is.
 *
 * @throws {ReserveFactorError} unless the factor is above 0.
 */
export function cashNeedOf({ open, matured }: Liability, facts: CashFacts): CashNeed {
  const { instant, idle, hasBuffer, refundsAndFees, reserveFactorBps } = facts
  if (reserveFactorBps <= 0n) throw new ReserveFactorError(reserveFactorBps)
  const payout = payoutOf(open, matured, facts)
  const { outflow } = payout
  const held = outflow === null ? null : (outflow * reserveFactorBps + 9_999n) / 10_000n
  const reserve = held === null || refundsAndFees === null ? null : held + refundsAndFees
  const ofIdle = hasBuffer ? refundsAndFees : reserve
  return {
    ...payout,
    reserve,
    allocatable: idle === null || ofIdle === null ? null : aboveZero(idle - ofIdle),
    shortfall: reserve === null || instant === null ? null : aboveZero(reserve - instant),
  }
}

function aboveZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}

function emptyLiability(asset: Address): Liability {
  const maturesIn = { day: nothing, threeDays: nothing, week: nothing }
  const sums = { open: nothing, matured: nothing, expired: nothing }
  return { asset, ...sums, maturesIn, oldestMaturedUnix: null }
}

/** A reserve of nothing or less was asked for. */
export class ReserveFactorError extends BaseError {
  override readonly code = 'reserve_factor'
  override readonly kind = 'invalid_input'

  constructor(factorBps: bigint) {
    super({
      message: `A reserve of ${factorBps} basis points of the outflow is none. Give more than 0: 10000 holds the whole outflow ready, 12000 a fifth more.`,
      facts: { factorBps: String(factorBps) },
    })
  }
}
