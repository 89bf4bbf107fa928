import type { Address } from '@vaultwright/base'
import type { VaultRef } from './vault.ts'

/**
 * The worth and earnings of a vault on the last day with a snapshot, without its positions.
 * Decimals are exact texts; null is not known.
 */
export type LatestDay = VaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly atUnix: bigint
  readonly blockNumber: bigint
  /** `unknown` until it is resolved. */
  readonly baseAsset: string
  readonly sharePrice: string | null
  readonly totalAssets: string | null
  readonly totalSupply: string | null
  readonly tvlUsd: string | null
  /** Of the seven days that end with the day, net of fees. Fraction: 0.043 is 4.3 %. */
  readonly apy: string | null
}

/** Roots of a vault on a chain whose tree is not stored. The zero root, which permits nothing, is not among them. */
export type TreelessRoots = VaultRef & {
  /** Roots that are or were on the Manager. */
  readonly roots: number
  /** Those of them that strategists have now. */
  readonly activeRoots: number
}

/** The last day of many vaults, in one question each. */
export type LatestDayStore = {
  /** @returns one entry for each of the vaults and chains that has a snapshot, by vault and chain. */
  readonly list: (tenantId: string, vaults: readonly Address[]) => Promise<readonly LatestDay[]>
  /** @returns one entry for each of the vaults and chains that has such a root, by vault and chain. */
  readonly treelessRoots: (
    tenantId: string,
    vaults: readonly Address[],
  ) => Promise<readonly TreelessRoots[]>
}
