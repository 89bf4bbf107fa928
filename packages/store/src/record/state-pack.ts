import type { VaultRef } from './vault.ts'

/** Days of a pack: the numbers of its days since 1970-01-01 give the period when divided by it. */
export const packDays = 32

/** The parsed readings of a vault on a chain. */
export type StatePack = {
  /** Number of the 32 days since 1970-01-01. */
  readonly period: number
  /** Of the code that worked it out: what other code made is not used. */
  readonly fingerprint: string
  /** Of the one who worked it out; kept compressed. */
  readonly body: Uint8Array
}

/**
 * Packs in the store, one a vault, chain and period: a cache. Each of them can be made again from the readings, so
 * that nothing is lost with them: backups leave them out, and a new one takes the place of the one before.
 * They are written with the values that were computed from them, by `derived.batch`.
 */
export type StatePackStore = {
  /** @returns the pack of a period; null when there is none, or what is there is damaged or of another place. */
  readonly find: (tenantId: string, vaultRef: VaultRef, period: number) => Promise<StatePack | null>
}
