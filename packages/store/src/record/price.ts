import type { Address } from '@vaultwright/base'

/** The worth of one unit of a token. */
export type UsdPrice = {
  readonly chain: string
  readonly asset: Address
  readonly atUnix: bigint
  /** Exact decimal, for one whole token. */
  readonly usd: string
  /** The source, for people. */
  readonly source: string
}

/** Prices in the store, of each tenant its own. */
export type PriceStore = {
  /** Keeps prices, all or none. @throws {InvalidDecimalError} */
  readonly put: (tenantId: string, prices: readonly UsdPrice[]) => Promise<void>
  /** @returns the newest of each asset that has one. */
  readonly latest: (
    tenantId: string,
    query: { readonly chain: string; readonly assets: readonly Address[] },
  ) => Promise<readonly UsdPrice[]>
}
