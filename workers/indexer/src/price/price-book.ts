import type { Address } from '@vaultwright/base'

/** Where prices are from, as the configuration says. */
export type PriceBook = { readonly prices: readonly PriceRule[] }

/** What one asset is worth, and who is asked, in order of trust. */
export type PriceRule = {
  /** Slug. */
  readonly chain: string
  readonly asset: Address
  readonly per: Address | 'usd'
  readonly sources: readonly PriceSource[]
}

/** Who tells a price. Confidence is an exact decimal from 0 to 1; null when nobody says. */
export type PriceSource = { readonly confidence: string | null } & (
  | { readonly kind: 'feed'; readonly feed: Address; readonly maxAgeSeconds: number }
  | { readonly kind: 'oracle'; readonly oracle: Address }
  | { readonly kind: 'rate'; readonly provider: Address }
  | { readonly kind: 'fixed'; readonly price: string }
  | HttpSource
)

/** A server that is asked for a price. */
export type HttpSource = {
  readonly kind: 'http'
  readonly confidence: string | null
  /** With `{chain}`, `{asset}` and `{unix}` to be filled in. May hold credentials: never shown. */
  readonly url: string
  /** JSON pointer to the price. */
  readonly price: string
  /** JSON pointer to its time, unix seconds or ISO-8601; null when the answer has none. */
  readonly at: string | null
  /** Older prices are not taken; null takes any. */
  readonly maxAgeSeconds: number | null
}
