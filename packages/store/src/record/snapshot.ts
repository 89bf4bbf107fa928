import type { Address, Hex } from '@vaultwright/base'
import type { Page, PageQuery } from '../value/page.ts'
import type { DayRange } from './daily-point.ts'
import type { VaultRef } from './vault.ts'

/** The holdings of a vault in one protocol. */
type SnapshotPosition = {
  readonly protocol: string
  /** Symbol or address, as the prices name it. */
  readonly asset: string
  /** Exact decimal, display units; debts are negative. */
  readonly balance: string
}

/** The worth of a vault by its holdings and debts. Exact decimals in the base asset; null is not known. */
export type SnapshotNav = {
  readonly feesOwed: string | null
  /** Holdings less debts and fees owed. */
  readonly netAssets: string | null
  /** Net assets less total assets. */
  readonly gap: string | null
  /** The gap as a fraction of the total assets. */
  readonly gapRelative: string | null
  /** Why one of them is not known; null when all are. */
  readonly reason: string | null
  /** Holdings and parts that the net assets leave out. */
  readonly leftOut: number
}

/** The least and the most that a vault was worth, and its next rate. Exact decimals; null is not known. */
export type SnapshotBounds = {
  readonly lower: string | null
  readonly upper: string | null
  readonly gapLower: string | null
  readonly gapUpper: string | null
  readonly open: readonly { readonly side: 'lower' | 'upper'; readonly reason: string }[]
  readonly nextRate: {
    readonly lowest: string
    readonly highest: string
    readonly counted: string | null
    readonly countedReason: string | null
    readonly roomBelow: string | null
    readonly roomAbove: string | null
    readonly earliestUnix: string
    readonly update: 'passes' | 'pauses' | 'refused' | null
  } | null
  readonly nextRateReason: string | null
}

/** The allowances of others on a vault and its drones. */
export type SnapshotAllowances = {
  readonly entries: readonly {
    readonly token: Address
    readonly owner: Address
    readonly spender: Address
    /** Base units; null is not known. */
    readonly amount: string | null
  }[]
  /** The parts that were not read, or the reason; null for none. */
  readonly note: string | null
}

/** The net assets of a day. */
type DayNav = { readonly day: string; readonly nav: SnapshotNav | null }

/** The state of a vault at one block: one a day, vault and chain. All amounts are exact decimals. */
export type Snapshot = VaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly blockNumber: bigint
  readonly blockHash: Hex | null
  readonly atUnix: bigint
  /** Metric model: `fixed_rate`, `yield_streaming`, … */
  readonly type: string
  /** `unknown` until it is resolved. */
  readonly baseAsset: string
  /** Null is not known. */
  readonly sharePrice: string | null
  readonly totalAssets: string | null
  readonly totalSupply: string | null
  readonly positions: readonly SnapshotPosition[]
  /** Chain → asset → price in the base asset; a price that is not known is left out. */
  readonly prices: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly yieldStreaming: {
    readonly vestedAmount: string
    readonly vestingSeconds: bigint
  } | null
  /** Null where none of it was computed: by an older formula, or put by hand. */
  readonly nav: SnapshotNav | null
  /** Null where they were not computed: by an earlier version, or put by hand. */
  readonly worthBounds: SnapshotBounds | null
  /** Null where nothing was looked at. */
  readonly allowances: SnapshotAllowances | null
}

/** Snapshots in the store. */
export type SnapshotStore = {
  /** Keeps a snapshot; the same day again replaces it, whole. @throws {VaultNotFoundError} {InvalidDecimalError} */
  readonly put: (tenantId: string, snapshot: Snapshot) => Promise<void>
  /** @returns the newest; null when there is none. */
  readonly latest: (tenantId: string, vaultRef: VaultRef) => Promise<Snapshot | null>
  /** @returns newest first; a place is the day of the last. */
  readonly page: (
    tenantId: string,
    vaultRef: VaultRef,
    query: PageQuery<string>,
  ) => Promise<Page<Snapshot>>
  /** @returns the net assets of days in a range that have a snapshot, at most 128, oldest first. */
  readonly navs: (tenantId: string, vaultRef: VaultRef & DayRange) => Promise<readonly DayNav[]>
}
