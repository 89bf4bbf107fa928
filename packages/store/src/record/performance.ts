import type { VaultRef } from './vault.ts'

/** The contribution of one protocol. Decimals are exact texts, fractions. */
export type ProtocolYield = {
  readonly chain: string
  readonly protocol: string
  /** Share of the assets. */
  readonly allocation: string
  /** Null is not known. */
  readonly apy: string | null
  /** Null when no fees of the position apply. */
  readonly apyNet: string | null
}

/** A fixed-rate position. */
export type MaturityYield = ProtocolYield & {
  readonly asset: string
  readonly maturityUnix: bigint
}

/** Yield of a vault over the seven days that end with a day. Fractions as exact decimals; null is not known. */
export type Performance = VaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly apy: string | null
  /** Platform fee, annual. */
  readonly fees: string | null
  /** Null when there is none. */
  readonly performanceFees: string | null
  readonly realApy: string | null
  readonly maturityApy: string | null
  readonly feeDrag: string | null
  readonly real: readonly ProtocolYield[]
  readonly maturities: readonly MaturityYield[]
}

/** Performance in the store, one a day. */
export type PerformanceStore = {
  /** Keeps a day's performance; the same day again replaces it. @throws {VaultNotFoundError} {InvalidDecimalError} */
  readonly put: (tenantId: string, performance: Performance) => Promise<void>
  /** @returns what a day has; null when it has none. */
  readonly find: (
    tenantId: string,
    vaultRef: VaultRef & { readonly day: string },
  ) => Promise<Performance | null>
  /** @returns the newest; null when there is none. */
  readonly latest: (tenantId: string, vaultRef: VaultRef) => Promise<Performance | null>
}
