import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { Actor } from './audit.ts'

/** The subject of a review: a packet by its content hash, or a root. */
export type ReviewRef = { readonly kind: 'packet' | 'root'; readonly hash: Hex }

/** An entry of a review that is to be kept. */
export type ReviewEntryDraft = {
  /** From 1: the place that it was signed for. */
  readonly number: number
  /** Of the entry before it, as it was signed; of zeros for the first. */
  readonly previousHash: Hex
  /** Of the entry itself. */
  readonly entryHash: Hex
  /** As in the body, for the audit log. */
  readonly act: string
  /** JSON of the signed entry. */
  readonly body: string
  /** The author, and the passkey that signed with its new counter. */
  readonly userId: string
  readonly passkey: { readonly id: string; readonly counter: bigint }
}

/** The number of approvals that a tenant asks for of what acts for one of its vaults. */
export type VaultReviewRule = {
  readonly vault: Address
  readonly name: string
  /** Null where the tenant's own number holds. */
  readonly required: number | null
  /** Of the vault, on each of its chains. */
  readonly managers: readonly { readonly chain: string; readonly manager: Address }[]
}

/** Reviews in the store: entries are added at the end, and nothing changes or removes one. */
export type ReviewStore = {
  /** @returns the bodies of a review's entries, oldest first. */
  readonly entries: (tenantId: string, subject: ReviewRef) => Promise<readonly string[]>
  /**
   * Adds an entry at the end.
   * @throws {ReviewMovedError} {UserInactiveError} {UserNotFoundError} {PasskeyNotFoundError}
   */
  readonly add: (tenantId: string, subject: ReviewRef, draft: ReviewEntryDraft) => Promise<void>
  /** @returns how many approvals the tenant asks for; 0 for none. */
  readonly required: (tenantId: string) => Promise<number>
  readonly setRequired: (tenantId: string, required: number, by: Actor) => Promise<void>
  /** @returns a rule for each vault of the tenant, by address. */
  readonly vaultRules: (tenantId: string) => Promise<readonly VaultReviewRule[]>
  /**
   * Sets how many approvals the tenant asks for of one vault; null for its own number.
   * @throws {VaultNotFoundError} when the tenant has no such vault.
   */
  readonly setVaultRequired: (
    tenantId: string,
    rule: { readonly vault: Address; readonly required: number | null },
    by: Actor,
  ) => Promise<void>
  /** @returns the tenant's vaults for which a root was pushed or set. */
  readonly vaultsOf: (tenantId: string, root: Hex) => Promise<readonly Address[]>
}

/** An entry was signed for a place that is taken by now. */
export class ReviewMovedError extends BaseError {
  override readonly code = 'review_moved'
  override readonly kind = 'conflict'

  constructor({ hash }: ReviewRef) {
    super({
      message: 'Another entry came while you signed. Read it, and sign again.',
      facts: { hash },
    })
  }
}
