/** A row of `simulation`. */
export type SimulationRow = {
  readonly id: string
  readonly tenant_id: string
  readonly created_at_unix: bigint
  readonly expires_at_unix: bigint
  readonly body: string
}

/** A row of `simulation_witness`; both blobs are compressed. */
export type SimulationWitnessRow = {
  readonly simulation_id: string
  readonly byte_count: bigint
  readonly body: Uint8Array
  readonly slot_use: Uint8Array
}
