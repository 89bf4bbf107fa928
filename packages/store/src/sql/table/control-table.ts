/** The vault of a row, lower case. */
type ControlKeyColumns = {
  readonly tenant_id: string
  readonly vault: string
  readonly chain: string
}

/** A row of `control_reading`; `is_changed` is 0 or 1, `witness` and `answer` are compressed. */
export type ControlReadingRow = ControlKeyColumns & {
  readonly block_number: bigint
  readonly block_hash: string
  readonly at_unix: bigint
  readonly is_changed: bigint
  readonly witness: Uint8Array
  readonly answer: Uint8Array
}

/** A row of `control_change`; `body` is compressed. */
export type ControlChangeRow = ControlKeyColumns & {
  readonly block_number: bigint
  readonly at_unix: bigint
  readonly body: Uint8Array
}
