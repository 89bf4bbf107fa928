import type { Page, PageQuery } from '../value/page.ts'
import type { VaultRef } from './vault.ts'

/** One day of a vault on a chain. Decimals are exact texts; null is not known. */
export type DailyPoint = VaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly atUnix: bigint
  readonly blockNumber: bigint
  /** Fraction: 0.0155 is 1.55 %. */
  readonly dailyApy: string | null
  /** Of one share. */
  readonly priceUsd: string | null
  /** In the base asset. */
  readonly sharePrice: string | null
  /** In the base asset. */
  readonly totalAssets: string | null
  readonly tvlUsd: string | null
}

/** A range of days, both included. */
export type DayRange = { readonly from: string; readonly to: string }

/** A range of moments, both included; null for no bound. */
export type MomentRange = { readonly sinceUnix: bigint | null; readonly untilUnix: bigint | null }

/** Daily points in the store. */
export type DailyPointStore = {
  /** Keeps points, all or none; the same day again replaces it. @throws {VaultNotFoundError} {InvalidDecimalError} */
  readonly put: (tenantId: string, points: readonly DailyPoint[]) => Promise<void>
  /** @returns the first and the last day that there is; null when there is none. */
  readonly rangeOf: (tenantId: string, vaultRef: VaultRef) => Promise<DayRange | null>
  /** @returns days in the range whose own moment is in its range too, oldest first; a place is the day of the last. */
  readonly page: (
    tenantId: string,
    vaultRef: VaultRef & DayRange & Partial<MomentRange>,
    query: PageQuery<string>,
  ) => Promise<Page<DailyPoint>>
}
