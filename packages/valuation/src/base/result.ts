import type { Address } from '@vaultwright/base'
import type { Flag, Known, Receipt } from './known-value.ts'
import type { Asset, VaultState } from './vault-state.ts'

/** The values of a vault on one chain at the end of a day. Amounts are exact decimals in whole units. */
export type DayValue = {
  /** Of one share, in the base asset. */
  readonly sharePrice: Known<string>
  /** Share price times supply on this chain, in the base asset. */
  readonly totalAssets: Known<string>
  /** Shares on this chain. */
  readonly totalSupply: Known<string>
  /** Of one share. */
  readonly priceUsd: Known<string>
  readonly tvlUsd: Known<string>
  /** Sum of the holdings in the base asset, what is owed to protocols below zero: what the vault could be found to have. */
  readonly heldAssets: Known<string>
  readonly positions: readonly PositionValue[]
  /** Fees owed, in the base asset. */
  readonly feesOwed: Known<string>
  /** Held assets less fees owed, in the base asset. */
  readonly netAssets: Known<string>
  /** Net assets less total assets: what was counted less what is reported, in the base asset. */
  readonly navGap: Known<string>
  /** The gap as a fraction of the total assets, rounded to 18 places. */
  readonly navGapRelative: Known<string>
  /** Holdings without a worth and parts that could not be read: the net assets leave so many out. */
  readonly leftOut: number
  /** Gains that were promised and how many seconds they run; null when the vault streams none. */
  readonly stream: { readonly vestedAmount: string; readonly vestingSeconds: string } | null
  readonly flags: readonly Flag[]
}

/** A holding with its worth. Equal holdings of several holders are one. */
export type PositionValue = {
  readonly protocol: string
  readonly asset: Asset
  /** Exact decimal, whole units; negative when owed. Null when the token says no decimals. */
  readonly balance: Known<string>
  /** Price of one unit in the base asset. */
  readonly price: Known<string>
  /** In the base asset. */
  readonly value: Known<string>
}

/** The inputs of a day's values: the state read of the vault. */
export type DayInputs = VaultState & {
  /** Slugs of the vault's other chains, sorted; not there when it has none: shares here are worth what all chains hold. */
  readonly otherChains?: readonly string[]
}

/** A day as `day@1` valued it: its net assets are before fees owed, and nothing is held against the total assets. */
export type FirstDayValue = Omit<DayValue, 'heldAssets' | 'navGap' | 'navGapRelative' | 'leftOut'>

/** Receipt of a day. */
export type DayReceipt = Receipt<DayInputs, DayValue>

/** Receipt of a day as `day@1` valued it. */
export type FirstDayReceipt = Receipt<VaultState, FirstDayValue>

/** The inputs of a day's growth, for each of its two ends. */
export type DayEnd = {
  readonly day: string
  readonly block: { readonly number: string; readonly hash: string; readonly atUnix: string }
  /** The unit of the price: prices in two assets are not compared. Null when it is not known. */
  readonly base: Address | null
  readonly sharePrice: Known<string>
  readonly isPaused: boolean
}

/** The daily point: growth from the day before, and what the day was. */
export type DailyResult = {
  /** Fraction of a year, compounded; null with a reason. */
  readonly dailyApy: Known<string>
  /** The same growth without compounding: what it is in 365 days. */
  readonly dailyApr: Known<string>
  readonly sharePrice: Known<string>
  readonly totalAssets: Known<string>
  readonly priceUsd: Known<string>
  readonly tvlUsd: Known<string>
  readonly flags: readonly Flag[]
}

/** The inputs of a daily point. */
export type DailyInputs = {
  /** The day, without what the growth of a share does not ask for. */
  readonly today: Omit<VaultState, 'holdings' | 'failures'>
  /** The day before it in the calendar; null when it was not measured. */
  readonly before: DayEnd | null
}

/** Receipt of a daily point. */
export type DailyReceipt = Receipt<DailyInputs, DailyResult>

/** Performance over the seven days that end with a day. Rates are fractions of a year, exact decimals. */
export type PerformanceResult = {
  /** Net of fees: growth of the share price, compounded. */
  readonly apy: Known<string>
  /** The same without compounding. */
  readonly apr: Known<string>
  /** Before platform and performance fees. */
  readonly grossApy: Known<string>
  readonly platformFee: Known<string>
  /** Not known with the reason `none` when the vault takes none. */
  readonly performanceFee: Known<string>
  readonly realApy: Known<string>
  readonly maturityApy: Known<string>
  /** Gross less net, not below zero. */
  readonly feeDrag: Known<string>
  /** The part of the yield that is not explained: apy - (real + maturity - drag). */
  readonly residual: Known<string>
  readonly real: readonly ProtocolResult[]
  readonly maturities: readonly MaturityResult[]
  /** Over all chains of the vault. */
  readonly acrossChains: {
    readonly supply: Known<string>
    readonly totalAssets: Known<string>
    /** Before fees owed. */
    readonly netAssets: Known<string>
    /** Share of the net assets by chain; empty when they are not known. */
    readonly allocation: Readonly<Record<string, string>>
    /** Chains of which the day is missing. */
    readonly missing: readonly string[]
  }
  readonly flags: readonly Flag[]
}

/** The earnings of one protocol on one chain. */
export type ProtocolResult = {
  readonly chain: string
  readonly protocol: string
  /** Share of the net assets at the end. */
  readonly allocation: string
  /** Seven days, of what has a price, before fees of the position itself; of another vault's share as its price grew. */
  readonly apy: Known<string>
  /** After fees of the position itself; null when none apply, or nothing tells them apart from what it grew by. */
  readonly apyNet: string | null
}

/** A position with a fixed maturity. */
export type MaturityResult = ProtocolResult & {
  readonly asset: string
  readonly maturityUnix: string
}

/** The inputs of performance. */
export type PerformanceInputs = {
  readonly chain: string
  readonly day: string
  readonly last: VaultState
  /** Seven days before the last; null when it was not measured. */
  readonly first: VaultState | null
  /** The six days between, oldest first; a day that was not measured is null. */
  readonly between: readonly (DayEnd | null)[]
  /** The same vault's last and first day of the window on its other chains; null where it is missing. */
  readonly others: readonly {
    readonly chain: string
    readonly first: VaultState | null
    readonly last: VaultState | null
  }[]
}

/** Receipt of a performance. */
export type PerformanceReceipt = Receipt<PerformanceInputs, PerformanceResult>
