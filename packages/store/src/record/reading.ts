import type { Hex } from '@vaultwright/base'
import type { Page, PageQuery } from '../value/page.ts'
import type { DayRange } from './daily-point.ts'
import type { NamedReading, ReadingName, ReceiptCompletion } from './former.ts'
import type { VaultRef } from './vault.ts'

/** The reading of a vault on a chain at the end of a day, as it was answered: all else is computed from it. */
export type DayReading = VaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly atUnix: bigint
  /** JSON of the one who read; kept compressed. */
  readonly body: string
}

/** A reading without its body. */
export type ReadingMark = Omit<DayReading, 'body'> & {
  /** First 16 hex digits of SHA-256 of the body. */
  readonly digest: string
  /** The number of times a reading of the day was replaced or withdrawn before; 0 for the first. */
  readonly revision: number
  readonly readAtUnix: bigint
}

/** A reading with what tells it from others. */
export type StoredReading = ReadingMark & Pick<DayReading, 'body'>

/** Why a day is taken back. */
export type Withdrawal = {
  /** One sentence. */
  readonly reason: string
  /** Completes the receipts of its values. Default: unchanged. */
  readonly complete?: ReceiptCompletion
}

/** The range of counted readings: days, both included; null for no bound. */
type ReadingRange = { readonly from: string | null; readonly to: string | null }

/** Readings in the store, one a day, vault and chain. */
export type ReadingStore = {
  /**
   * Keeps a reading. The day's first stays; another replaces it only for a reason,
   * and then the one before is kept as a revision.
   * @param reason - why a day that is there already is read again, one sentence; null when it should not be.
   * @returns `added`; `kept` when the day was there, and nothing changed, as when the same is read again; `revised`.
   * @throws {VaultNotFoundError} {InvalidDayError}
   */
  readonly put: (
    tenantId: string,
    reading: DayReading,
    reason: string | null,
  ) => Promise<'added' | 'kept' | 'revised'>
  /**
   * Takes a day back that the chain does not say any more: its reading and its values become revisions, and the
   * day is as if it had never been read.
   * @param mark - the reading that is meant; another that took its place meanwhile stays.
   * @param withdrawal - why, and what the receipts of its values are kept as.
   * @returns rows that went; 0 when the reading was not there any more, and nothing changed.
   * @throws {VaultNotFoundError}
   */
  readonly withdraw: (
    tenantId: string,
    mark: VaultRef & Pick<ReadingMark, 'day' | 'digest' | 'blockHash'>,
    withdrawal: Withdrawal,
  ) => Promise<number>
  /** @returns the day's; null when it was not read. */
  readonly find: (
    tenantId: string,
    vaultRef: VaultRef,
    day: string,
  ) => Promise<StoredReading | null>
  /** @returns days in the range, oldest first; a place is the day of the last. */
  readonly page: (
    tenantId: string,
    vaultRef: VaultRef & DayRange,
    query: PageQuery<string>,
  ) => Promise<Page<StoredReading>>
  /** @returns those of the names that are there, or were before they became revisions. */
  readonly named: (
    tenantId: string,
    vault: VaultRef['vault'],
    names: readonly ReadingName[],
  ) => Promise<readonly NamedReading[]>
  /** @returns how many days in a range were read. */
  readonly count: (tenantId: string, vaultRef: VaultRef, range: ReadingRange) => Promise<number>
  /** @returns every day that was read, oldest first, without bodies. */
  readonly marks: (tenantId: string, vaultRef: VaultRef) => Promise<readonly ReadingMark[]>
  /** @returns every day that was read, oldest first, by its digest alone. */
  readonly names: (tenantId: string, vaultRef: VaultRef) => Promise<readonly ReadingName[]>
}

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
