/** A row of `execution`; the vault is lower case, `body` is compressed. */
export type ExecutionRow = {
  readonly tenant_id: string
  readonly vault: string
  readonly chain: string
  readonly block: bigint
  readonly log_index: bigint
  readonly block_hash: string
  readonly at_unix: bigint
  readonly tx_hash: string
  readonly strategist: string | null
  readonly safe_tx_hash: string | null
  readonly calls: bigint | null
  readonly outcome: string | null
  readonly body: Uint8Array
}
