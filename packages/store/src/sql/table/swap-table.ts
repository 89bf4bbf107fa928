/** A row of `swap_quote`; `body` and `receipt` are compressed. */
export type SwapQuoteRow = {
  readonly tenant_id: string
  readonly vault: string
  readonly chain: string
  readonly strategist: string
  readonly id: string
  readonly created_at_unix: bigint
  readonly expires_at_unix: bigint
  readonly body: Uint8Array
  readonly receipt: Uint8Array
}

/** A row of `swap_order`; `terms` and `final_state` are JSON. */
export type SwapOrderRow = {
  readonly tenant_id: string
  readonly vault: string
  readonly chain: string
  readonly strategist: string
  readonly uid: string
  readonly created_at_unix: bigint
  readonly terms: string
  readonly quote_id: string | null
  readonly published_at_unix: bigint | null
  readonly final_state: string | null
}
