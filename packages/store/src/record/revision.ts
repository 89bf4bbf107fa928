import type { DerivedKind } from './derived.ts'
import type { VaultRef } from './vault.ts'

/** The stored value of a day until another replaced it. */
export type Revision = VaultRef & {
  readonly day: string
  readonly kind: DerivedKind | 'reading'
  /** Counts up from 0 within the day and kind. */
  readonly number: number
  /** Since when it stood; null when that was not noted. */
  readonly sinceUnix: bigint | null
  /** Until when it stood. */
  readonly untilUnix: bigint
  /** Why it was replaced, one sentence. */
  readonly reason: string
  /** The reading's body, or the value as JSON. */
  readonly body: string
  /** JSON; null when the value had none. */
  readonly receipt: string | null
}

/** Revisions in the store; they only grow, until retention takes them. */
export type RevisionStore = {
  /** @returns what stood for the day before, by kind, oldest first. */
  readonly list: (
    tenantId: string,
    vaultRef: VaultRef & { readonly day: string },
  ) => Promise<readonly Revision[]>
  /** @returns days that have revisions, and how many, oldest day first. */
  readonly days: (
    tenantId: string,
    vaultRef: VaultRef,
  ) => Promise<readonly { readonly day: string; readonly revisions: number }[]>
}

/** The limits of what stays. Null keeps everything of its kind. */
export type RetentionLimits = {
  /** Prices observed before, but for the newest of each asset. */
  readonly pricesUnix: bigint | null
  /** Revisions replaced before. */
  readonly revisionsUnix: bigint | null
  /** Most rows of each kind that one call takes away, so that no other work waits for long. */
  readonly limit: number
}

/** Rows that went. */
type Pruned = {
  readonly prices: number
  readonly revisions: number
}

/** Takes away what is no longer needed; readings and values of days stay for ever. */
export type RetentionStore = {
  /** @returns what went; call again while a count equals the limit. */
  readonly prune: (limits: RetentionLimits) => Promise<Pruned>
}
