import type { Generated } from 'kysely'

/** The columns of a Safe of a tenant; the address is lower case. */
export type SafeKeyColumns = {
  readonly tenant_id: string
  readonly chain: string
  readonly safe: string
}

/** A row of `safe_listing`; `body` is compressed. */
export type SafeListingRow = SafeKeyColumns & {
  readonly service: string
  readonly read_at_unix: bigint
  readonly quota_remaining: bigint | null
  readonly body: Uint8Array
}

/** A row of `safe_entry`; `nonce` has 78 digits, `body` is compressed. */
export type SafeEntryRow = SafeKeyColumns & {
  readonly hash: string
  readonly nonce: string
  readonly first_seen_at_unix: bigint
  readonly listed_at_unix: bigint
  readonly body: Uint8Array
}

/** A row of `safe_confirmation`. */
export type SafeConfirmationRow = SafeKeyColumns & {
  readonly hash: string
  readonly owner: string
  readonly signature: string
}

/** A row of `safe_statement`; `body` is compressed. */
export type SafeStatementRow = SafeKeyColumns & {
  readonly hash: string
  readonly created_at_unix: bigint
  readonly body: Uint8Array
}

/** A row of `safe_proposal`; `nonce` has 78 digits. */
export type SafeProposalRow = SafeKeyColumns & {
  readonly id: Generated<bigint>
  readonly at_unix: bigint
  readonly event: string
  readonly intent_hash: string
  readonly hash: string
  readonly nonce: string
}

/** A row of `safe_look`. */
export type SafeLookRow = SafeKeyColumns & {
  readonly at_unix: bigint
  readonly account: string
}

/** A row of `safe_lease`. */
export type SafeLeaseRow = {
  readonly chain: string
  readonly safe: string
  readonly holder: string
  readonly until_unix: bigint
}
