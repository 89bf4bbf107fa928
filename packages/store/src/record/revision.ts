import type { DerivedKind } from './derived.ts'
import type { VaultRef } from './vault.ts'

/** What was kept of a day until something else took its place. */
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
