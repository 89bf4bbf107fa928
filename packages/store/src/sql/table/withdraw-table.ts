/** The vault of a row, lower case. */
type WithdrawKeyColumns = {
  readonly tenant_id: string
  readonly vault: string
  readonly chain: string
}

/** A row of `withdraw_queue`: up to which block the logs of a queue are stored. */
export type WithdrawQueueRow = WithdrawKeyColumns & {
  readonly queue: string
  readonly read_block: bigint
  readonly read_hash: string
}

/** A row of `withdraw_request`; amounts and number are decimal texts, and the ends are null while it is in the queue. */
export type WithdrawRequestRow = WithdrawKeyColumns & {
  readonly queue: string
  readonly id: string
  readonly number: string
  readonly user_address: string
  readonly asset: string
  readonly shares: string
  readonly assets: string
  readonly created_at_unix: bigint
  /** The first and the last second at which it can be solved. */
  readonly matures_at_unix: bigint
  readonly expires_at_unix: bigint
  readonly block: bigint
  readonly block_hash: string
  readonly log_index: bigint
  readonly tx_hash: string
  readonly end_kind: string | null
  readonly end_block: bigint | null
  readonly end_block_hash: string | null
  readonly end_log_index: bigint | null
  readonly end_tx_hash: string | null
  readonly replaced_by: string | null
}

/** A row of `withdraw_reading`; `body` is compressed. */
export type WithdrawReadingRow = WithdrawKeyColumns & {
  readonly block_number: bigint
  readonly block_hash: string
  readonly at_unix: bigint
  readonly body: Uint8Array
}
