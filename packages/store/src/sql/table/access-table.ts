import type { Generated } from 'kysely'

/** A row of `tenant`. */
export type TenantRow = {
  readonly id: string
  readonly name: string
  readonly created_at_unix: bigint
}

/** A row of `tenant_user`. */
export type UserRow = {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
  readonly role: string
  readonly created_at_unix: bigint
  readonly deactivated_at_unix: bigint | null
}

/** A row of `user_identity`. */
export type IdentityRow = {
  readonly tenant_id: string
  readonly issuer: string
  readonly subject: string
  readonly user_id: string
  readonly created_at_unix: bigint
}

/** A row of `api_key`. */
export type KeyRow = {
  readonly seq: Generated<bigint>
  readonly id: string
  readonly tenant_id: string
  readonly user_id: string
  readonly hash: Uint8Array
  readonly description: string
  readonly prefix: string
  readonly last_four: string
  readonly rate_per_minute: bigint | null
  readonly created_at_unix: bigint
  readonly last_used_at_unix: bigint | null
  readonly revoked_at_unix: bigint | null
}

/** A row of `passkey`; `transports` is JSON, `is_synced` 0 or 1. */
export type PasskeyRow = {
  readonly tenant_id: string
  readonly id: string
  readonly user_id: string
  readonly credential_id: string
  readonly public_key: Uint8Array
  readonly counter: bigint
  readonly transports: string
  readonly is_synced: bigint
  readonly name: string
  readonly created_at_unix: bigint
  readonly last_used_at_unix: bigint | null
}

/** A row of `session`. */
export type SessionRow = {
  readonly tenant_id: string
  readonly id: string
  readonly user_id: string
  readonly hash: Uint8Array
  readonly created_at_unix: bigint
  readonly proved_at_unix: bigint
  readonly last_seen_at_unix: bigint
  readonly expires_at_unix: bigint
  readonly user_agent: string
  readonly address: string
}

/** A row of `invite`. */
export type InviteRow = {
  readonly tenant_id: string
  readonly id: string
  readonly user_id: string
  readonly hash: Uint8Array
  readonly created_at_unix: bigint
  readonly expires_at_unix: bigint
  readonly used_at_unix: bigint | null
}

/** A row of `challenge`. */
export type ChallengeRow = {
  readonly hash: Uint8Array
  readonly purpose: string
  readonly body: string
  readonly tenant_id: string | null
  readonly user_id: string | null
  readonly expires_at_unix: bigint
}

/** A row of `account_name`; `chain` is empty for every chain, the address is lower case. */
export type AccountNameRow = {
  readonly tenant_id: string
  readonly chain: string
  readonly address: string
  readonly name: string
  readonly shape: string
  readonly named_by: string
  readonly named_at_unix: bigint
}

/** A row of `review_entry`; `body` is JSON. */
export type ReviewEntryRow = {
  readonly tenant_id: string
  readonly kind: string
  readonly hash: string
  readonly number: bigint
  readonly user_id: string
  readonly entry_hash: string
  readonly body: string
  readonly created_at_unix: bigint
}

/** A row of `review_rule`. */
export type ReviewRuleRow = { readonly tenant_id: string; readonly required: bigint }

/** A row of `vault_review_rule`; the vault is lower case. */
export type VaultReviewRuleRow = {
  readonly tenant_id: string
  readonly vault: string
  readonly required: bigint
}

/** A row of `audit_entry`. */
export type AuditRow = {
  readonly id: Generated<bigint>
  readonly tenant_id: string | null
  readonly at_unix: bigint
  readonly actor: string
  readonly act: string
  readonly subject: string
  readonly details: string
}
