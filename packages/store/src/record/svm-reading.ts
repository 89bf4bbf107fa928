import type { Page, PageQuery } from '../value/page.ts'
import type { DayRange } from './daily-point.ts'
import type { SvmVaultRef } from './svm-vault.ts'

/** The reading of a Solana vault at the end of a day, as it was answered: all else is computed from it. */
export type SvmReading = SvmVaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  /** Of the answer; finalised. */
  readonly slot: bigint
  /** Time of the slot, as its clock has it. */
  readonly atUnix: bigint
  /** JSON of the accounts as they were answered; kept compressed. */
  readonly body: string
}

/** A reading without its body. */
export type SvmReadingMark = Omit<SvmReading, 'body'> & {
  /** First 16 hex digits of SHA-256 of the body. */
  readonly digest: string
  readonly readAtUnix: bigint
}

/** A reading with what tells it from others. */
export type StoredSvmReading = SvmReadingMark & Pick<SvmReading, 'body'>

/** Readings of Solana vaults in the store, one a day and vault. What is finalised does not change, so neither do they. */
export type SvmReadingStore = {
  /**
   * Keeps a reading; the day's first stays.
   * @returns `added`; `kept` when the day was there, and nothing changed.
   * @throws {VaultNotFoundError} {InvalidDayError} {InvalidTextError}
   */
  readonly put: (tenantId: string, reading: SvmReading) => Promise<'added' | 'kept'>
  /** @returns days in the range, oldest first; a place is the day of the last. */
  readonly page: (
    tenantId: string,
    vaultRef: SvmVaultRef & DayRange,
    query: PageQuery<string>,
  ) => Promise<Page<StoredSvmReading>>
  /** @returns the newest day's; null when no day was read. */
  readonly latest: (tenantId: string, vaultRef: SvmVaultRef) => Promise<StoredSvmReading | null>
  /** @returns every day that was read, oldest first, without bodies. */
  readonly marks: (tenantId: string, vaultRef: SvmVaultRef) => Promise<readonly SvmReadingMark[]>
}
