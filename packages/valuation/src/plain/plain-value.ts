import type { Address, Hex } from '@vaultwright/base'
import type {
  DailyResult,
  DayInputs,
  DayValue,
  PerformanceReceipt,
  PositionValue,
  ProtocolResult,
} from '../base/result.ts'
import type { Asset, VaultState } from '../base/vault-state.ts'
import { type StandingAllowances, standingAllowancesOf } from '../day/allowance.ts'
import { type WorthBounds, worthBoundsOf } from '../day/worth-bounds.ts'

/** The place and time of a row. */
type RowHead = {
  readonly chain: string
  readonly vault: Address
  /** `2026-11-20`, UTC. */
  readonly day: string
}

/**
 * The worth of a vault by its holdings and debts, and the gap to its reported worth: exact
 * decimals, null for not known.
 */
export type NavValues = {
  /** In the base asset. */
  readonly feesOwed: string | null
  /** In the base asset, less fees owed. */
  readonly netAssets: string | null
  /** Net assets less total assets, in the base asset. */
  readonly gap: string | null
  /** The gap as a fraction of the total assets. */
  readonly gapRelative: string | null
  /** Why the first of them that is not known is not; null when all are. */
  readonly reason: string | null
  /** Holdings and parts that the net assets leave out. */
  readonly leftOut: number
}

/** The values of a day as they are kept and served: exact decimals, null for not known. */
export type SnapshotValues = RowHead & {
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly atUnix: bigint
  readonly type: string
  readonly baseAsset: string
  readonly sharePrice: string | null
  readonly totalAssets: string | null
  readonly totalSupply: string | null
  readonly positions: readonly {
    readonly protocol: string
    readonly asset: string
    readonly balance: string
  }[]
  readonly prices: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly yieldStreaming: {
    readonly vestedAmount: string
    readonly vestingSeconds: bigint
  } | null
  /** Null when it was not computed. */
  readonly nav: NavValues | null
  /** Null when they were not computed. */
  readonly worthBounds: WorthBounds | null
  /** Null when nothing was looked at. */
  readonly allowances: StandingAllowances | null
}

/** A daily point as it is kept and served. */
export type DailyValues = RowHead & {
  readonly blockNumber: bigint
  readonly atUnix: bigint
  readonly dailyApy: string | null
  readonly priceUsd: string | null
  readonly sharePrice: string | null
  readonly totalAssets: string | null
  readonly tvlUsd: string | null
}

/** The contribution of one protocol, as stored and served. */
type ProtocolRow = {
  readonly chain: string
  readonly protocol: string
  readonly allocation: string
  readonly apy: string | null
  readonly apyNet: string | null
}

/** A performance as it is kept and served. */
export type PerformanceValues = RowHead & {
  readonly apy: string | null
  readonly fees: string | null
  readonly performanceFees: string | null
  readonly realApy: string | null
  readonly maturityApy: string | null
  readonly feeDrag: string | null
  readonly real: readonly ProtocolRow[]
  readonly maturities: readonly (ProtocolRow & {
    readonly asset: string
    readonly maturityUnix: bigint
  })[]
}

/** The interface's name of each kind of accountant. */
const types = {
  rate_providers: 'variable_rate',
  fixed_rate: 'fixed_rate',
  yield_streaming: 'yield_streaming',
} as const

/** Gives the net assets of a day of which nothing was counted, for one reason. */
export function unknownNav(reason: string): NavValues {
  return { feesOwed: null, netAssets: null, gap: null, gapRelative: null, reason, leftOut: 0 }
}

/**
 * Makes the row of a day from its values.
 *
 * @returns the snapshot; positions whose amount is not known are left out, as the day's flags say.
 */
export function snapshotValuesOf(measured: DayInputs, value: DayValue): SnapshotValues {
  const { chain, vault, day, block, base, accountant } = measured
  const nameOf = namesOf(value.positions, base)
  const prices: Record<string, string> = {}
  if (base !== null) prices[nameOf(base)] = '1'
  for (const { asset, price } of value.positions) {
    if (price.value !== null) prices[nameOf(asset)] ??= price.value
  }
  return {
    chain,
    vault,
    day,
    blockHash: block.hash,
    blockNumber: BigInt(block.number),
    atUnix: BigInt(block.atUnix),
    type: accountant === null ? 'unknown' : types[accountant.kind],
    baseAsset: base?.symbol ?? 'unknown',
    sharePrice: value.sharePrice.value,
    totalAssets: value.totalAssets.value,
    totalSupply: value.totalSupply.value,
    positions: value.positions.flatMap(({ protocol, asset, balance }) =>
      balance.value === null ? [] : { protocol, asset: nameOf(asset), balance: balance.value },
    ),
    prices: { [chain]: prices },
    yieldStreaming:
      value.stream === null
        ? null
        : {
            vestedAmount: value.stream.vestedAmount,
            vestingSeconds: BigInt(value.stream.vestingSeconds),
          },
    nav: navValuesOf(value),
    worthBounds: worthBoundsOf(measured),
    allowances: standingAllowancesOf(measured),
  }
}

/** Makes what is kept and served of a day's net assets. */
export function navValuesOf({
  feesOwed,
  netAssets,
  navGap,
  navGapRelative,
  leftOut,
}: Pick<DayValue, 'feesOwed' | 'netAssets' | 'navGap' | 'navGapRelative' | 'leftOut'>): NavValues {
  const all = [feesOwed, netAssets, navGap, navGapRelative]
  return {
    feesOwed: feesOwed.value,
    netAssets: netAssets.value,
    gap: navGap.value,
    gapRelative: navGapRelative.value,
    reason: all.find(({ reason }) => reason !== null)?.reason ?? null,
    leftOut,
  }
}

/** A token may call itself by the address of another. */
const anyAddress = /^0x[0-9a-f]{40}$/i

/** Two tokens may call themselves the same: then both go by their address, but for the base asset. */
function namesOf(
  positions: readonly PositionValue[],
  base: Asset | null,
): (asset: Asset) => string {
  /** Null where there are several. */
  const bearers = new Map<string, Address | null>()
  const add = ({ symbol, address }: Asset) => {
    const bearer = bearers.get(symbol)
    if (bearer === undefined) bearers.set(symbol, address)
    else if (bearer !== null && bearer !== address) bearers.set(symbol, null)
  }
  if (base !== null) add(base)
  for (const { asset } of positions) add(asset)
  return ({ symbol, address }) => {
    // Every object has some names already, as `constructor`.
    if (symbol in Object.prototype || anyAddress.test(symbol)) return address
    return address === base?.address || bearers.get(symbol) === address ? symbol : address
  }
}

/**
 * Makes the row of a daily point.
 *
 * @returns the point; what is not known is null.
 */
export function dailyValuesOf(
  { chain, vault, day, block }: Pick<VaultState, 'chain' | 'vault' | 'day' | 'block'>,
  result: DailyResult,
): DailyValues {
  return {
    chain,
    vault,
    day,
    blockNumber: BigInt(block.number),
    atUnix: BigInt(block.atUnix),
    dailyApy: result.dailyApy.value,
    priceUsd: result.priceUsd.value,
    sharePrice: result.sharePrice.value,
    totalAssets: result.totalAssets.value,
    tvlUsd: result.tvlUsd.value,
  }
}

/**
 * Makes the row of a performance.
 *
 * @returns the row; what is not known is null.
 */
export function performanceValuesOf({ inputs, result }: PerformanceReceipt): PerformanceValues {
  const { chain, vault } = inputs.last
  return {
    chain,
    vault,
    day: inputs.day,
    apy: result.apy.value,
    fees: result.platformFee.value,
    performanceFees: result.performanceFee.value,
    realApy: result.realApy.value,
    maturityApy: result.maturityApy.value,
    feeDrag: result.feeDrag.value,
    real: result.real.map(yieldOf),
    maturities: result.maturities.map((one) => ({
      ...yieldOf(one),
      asset: one.asset,
      maturityUnix: BigInt(one.maturityUnix),
    })),
  }
}

function yieldOf({ chain, protocol, allocation, apy, apyNet }: ProtocolResult): ProtocolRow {
  return { chain, protocol, allocation, apy: apy.value, apyNet }
}
