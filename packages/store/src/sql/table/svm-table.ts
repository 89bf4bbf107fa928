/** A row of `svm_vault`; the address as it is, and `vault_id` an exact number as text. */
export type SvmVaultRow = {
  readonly tenant_id: string
  readonly address: string
  readonly id: string
  readonly name: string
  readonly status: string
  readonly program: string
  readonly vault_id: string
  readonly definition: string
  readonly created_at_unix: bigint
}

/** A row of `svm_reading`; `body` is compressed. */
export type SvmReadingRow = {
  readonly tenant_id: string
  readonly vault: string
  readonly day: string
  readonly slot: bigint
  readonly at_unix: bigint
  readonly digest: string
  readonly read_at_unix: bigint
  readonly body: Uint8Array
}
