import type { Address, Hex } from '@vaultwright/base'

/**
 * The state of a vault on one chain at the end of one day: all that values are computed from. Plain
 * JSON: integers are decimal texts, so that a receipt that holds it is bit for bit the same
 * anywhere.
 */
export type VaultState = {
  /** Slug. */
  readonly chain: string
  /** EIP-55. */
  readonly vault: Address
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly block: VaultStateBlock
  readonly share: {
    /** Null when the vault does not say. */
    readonly decimals: number | null
    /** Base units of the share; null when it could not be read. */
    readonly supply: string | null
  }
  /** The asset that shares are priced in; null when it is not known. */
  readonly base: Asset | null
  /** Null when the vault has none, or it was not there yet. */
  readonly accountant: AccountantReading | null
  /** The accountant's reports in the course of the day, in order; null if its logs could not be read. */
  readonly events: readonly AccountantEvent[] | null
  /** The holdings of the vault and its drones. */
  readonly holdings: readonly Holding[]
  /** Every price that was observed; the first that counts for an asset stands first. */
  readonly quotes: readonly Quote[]
  /** The reads that failed, so that totals can say what they leave out. */
  readonly failures: readonly ReadFailure[]
  /** The allowances of others on the vault and its drones; absent if not read. */
  readonly allowances?: AllowanceReading
  /** The part that follows from the block's hash; absent if no proof was requested. */
  readonly proof?: StateProof
}

/** The proven part of a reading. */
export type StateProof = {
  /** `rate`, `supply`, and `root of 0x…` for each strategist: computed from proven state, and as they were read. */
  readonly values: readonly string[]
  /** Why others, or all, are the node's word; null when none is. */
  readonly note: string | null
}

/** Allowances that were asked for. */
type AllowanceReading = {
  readonly entries: readonly AllowanceEntry[]
  /** The parts that were not read, or the reason; null if all known parts were. */
  readonly note: string | null
}

/** The amount of a token a spender may take from an owner. */
export type AllowanceEntry = {
  readonly token: Address
  /** The vault, or one of its drones. */
  readonly owner: Address
  readonly spender: Address
  /** Base units; null when the token did not say. */
  readonly amount: string | null
}

/** The last block at or before the end of the day. */
export type VaultStateBlock = {
  readonly number: string
  readonly hash: Hex
  readonly atUnix: string
}

/** A token, or the chain's own coin. */
export type Asset = {
  readonly address: Address
  /** As the contract or the registry says; the address when neither says. */
  readonly symbol: string
  /** Null when the token does not say: its amounts have no meaning in whole units. */
  readonly decimals: number | null
}

/** The reading of an accountant. */
export type AccountantReading = {
  readonly address: Address
  /** `rate_providers`: set by an updater; `fixed_rate`: never above one; `yield_streaming`: moves every second. */
  readonly kind: 'rate_providers' | 'fixed_rate' | 'yield_streaming'
  /** Ten words before 2024-05-20, twelve since. */
  readonly layout: 'current' | 'legacy'
  /** `getRate()`: base units of the base asset for one whole share; null when it reverted. */
  readonly rate: string | null
  readonly isPaused: boolean
  /** The rate as booked last, base units. */
  readonly exchangeRate: string
  /** Base units; null in the legacy layout, which has none. */
  readonly highwaterMark: string | null
  /** Fees owed and not yet claimed, base units of the base asset. */
  readonly feesOwed: string
  /** Platform fee, bps a year. */
  readonly platformFeeBps: number
  /** Bps of what exceeds the mark; null in the legacy layout. */
  readonly performanceFeeBps: number | null
  readonly updatedAtUnix: string
  /** A rate that moves further, or sooner, pauses the accountant. */
  readonly bounds: {
    readonly upperBps: number
    readonly lowerBps: number
    readonly minimumDelaySeconds: number
  }
  /** Only of `yield_streaming`. */
  readonly stream: StreamReading | null
}

/** The gains a streaming accountant still has to pay out. Base units of the base asset. */
export type StreamReading = {
  readonly lastSharePrice: string
  readonly gains: string
  readonly updatedAtUnix: string
  readonly startUnix: string
  readonly endUnix: string
  /** `totalAssets()`; null when it reverted. */
  readonly totalAssets: string | null
}

/** Something that an accountant reported. Amounts are base units of the base asset. */
export type AccountantEvent = {
  readonly block: string
  readonly logIndex: number
} & (
  | { readonly event: 'rate'; readonly oldRate: string | null; readonly newRate: string }
  | { readonly event: 'paused' | 'unpaused' | 'mark_reset' }
  | { readonly event: 'yield'; readonly amount: string; readonly endUnix: string }
  | { readonly event: 'loss'; readonly amount: string }
  | { readonly event: 'fees_claimed'; readonly asset: Address; readonly amount: string }
)

/** Something that is held, or owed. */
export type Holding = {
  /** Name of the protocol, as `aave_v3`; `idle` for what lies in the account itself. */
  readonly protocol: string
  /** The vault, or one of its drones. */
  readonly holder: Address
  readonly asset: Asset
  /** Base units of the asset; below zero when it is owed; zero only where `fees` are told. */
  readonly amount: string
  /** The index that grows while it is held; null if there is none, or it is unknown. */
  readonly index: GrowthIndex | null
  /** When it pays out in full; null when it is not a fixed-maturity position. */
  readonly maturityUnix: string | null
  /** The fees of liquidity in this token; absent if it is not liquidity, or they are unknown. */
  readonly fees?: FeeGrowth
}

/** A number of a protocol that grows with what a position earns, or with what a debt costs. */
export type GrowthIndex = {
  /** Tells that two days speak of the same thing, as `aave_v3:0x…:supply:0x…`. */
  readonly key: string
  /** In any unit, the same on every day; above zero. */
  readonly value: string
}

/** The fees of liquidity within a range of prices in one of its two tokens. */
export type FeeGrowth = {
  /** Tells that two days, and both tokens of a day, speak of the same position, as `uniswap_v3:0x…:position/7`. */
  readonly key: string
  /** The earnings of a unit of liquidity in the range so far: base units of the token in 2^-128, modulo 2^256. */
  readonly inside: string
  /** Units of liquidity that the position has. */
  readonly liquidity: string
}

/** The worth of one whole unit of an asset. */
export type Quote = {
  readonly asset: Address
  /** In whole units of this token, or in US dollars. */
  readonly per: Address | 'usd'
  /** Exact decimal, above zero. */
  readonly price: string
  /** For people and for filters, as `accountant`, `aave-oracle:0x…`, `feed:0x…`, `fixed`, `http:example.com`. */
  readonly source: string
  /** When the source says that it was so; the block's time for what the chain says. */
  readonly atUnix: string
  /** From 0 to 1, an exact decimal, as the source or its configuration says; null when it is not known. */
  readonly confidence: string | null
  /**
   * `rate`: a contract converts at it, so that its growth is yield; `pegged`: its source takes the two for
   * equal; `market`: what a market or an oracle of one says; `fixed`: set by configuration.
   */
  readonly kind: 'rate' | 'pegged' | 'market' | 'fixed'
}

/** Something that could not be read. */
export type ReadFailure = {
  /**
   * The missing holding, as `aave_v3 supply of 0x…` or `tree of root 0x…`: net assets leave it out.
   * A text that begins with `price of`, `rate of`, `supply of`, `decimals of`, `state of`, `base of`,
   * `events of` or `accountant` speaks of a value that is given elsewhere: it is not known there,
   * or another source gave it.
   */
  readonly what: string
  /** One sentence. */
  readonly reason: string
}
