import type { DailyPoint, DayRange } from './daily-point.ts'
import type { Basis, ReadingName, ReceiptCompletion } from './former.ts'
import type { Performance } from './performance.ts'
import type { StatePack, StoredReading } from './reading.ts'
import type { Snapshot } from './snapshot.ts'
import type { VaultRef } from './vault.ts'

/** The kind of a day's value. */
export type DerivedKind = 'snapshot' | 'daily' | 'performance'

/** A value with its basis and its receipt. */
export type Derived<Value> = {
  readonly value: Value
  /** A text is its JSON, with the names in their order: of many values making the object takes longer than the text. */
  readonly basis: Basis | string
  /** JSON, kept compressed; null for a value without one. */
  readonly receipt: string | null
}

/** Values that were computed from readings. */
export type Derivation = {
  readonly snapshots: readonly Derived<Snapshot>[]
  readonly dailyPoints: readonly Derived<DailyPoint>[]
  readonly performances: readonly Derived<Performance>[]
}

/** The readings a computation sees. */
export type DeriveQuery = {
  /** Days of the vault on its chain. */
  readonly range: DayRange
  /** True: the same days of the vault on its other chains too. */
  readonly withOtherChains: boolean
  /** Why values that are there may change, one sentence; it is kept with every revision. */
  readonly reason: string
  /** Completes the receipts of replaced values. Default: unchanged. */
  readonly complete?: ReceiptCompletion
}

/** Values that are computed part by part, and written together. */
export type DerivedBatch = {
  /** Spells values and compresses their receipts; nothing is written. @throws {InvalidDecimalError} */
  readonly add: (derivation: Derivation) => Promise<void>
  /** Compresses a pack, to be written with the values. */
  readonly pack: (chain: string, pack: StatePack) => void
  /**
   * Writes it all in one transaction that no other computation of the same vault overlaps.
   * @param seen - the readings of the query's range that the values were computed from, as they were.
   * @returns null when there are other readings by now, and nothing was written.
   * @throws {VaultNotFoundError}
   */
  readonly commit: (seen: readonly ReadingName[]) => Promise<DeriveCount | null>
}

/** A receipt as it is kept, and what its value was computed from. */
export type StoredReceipt = {
  /** JSON. */
  readonly text: string
  /** JSON; null for a value that was put by hand. */
  readonly basis: string | null
}

/** The counts of a computation, in rows. */
export type DeriveCount = {
  readonly added: number
  /** Written, and nothing of before was taken back: more inputs, or another basis or receipt of the same value. */
  readonly completed: number
  /** Written, and what was there before is a revision. */
  readonly revised: number
  /** Not written. */
  readonly unchanged: number
}

/**
 * The basis of each value of a day, as JSON with its names in order: there are many, and most of
 * them are as expected. Null where there is no such value, or it was put by hand.
 */
export type DayBasis = { readonly day: string } & Readonly<Record<DerivedKind, string | null>>

/** Values that are computed from readings, and the readings they were computed from. */
export type DerivedStore = {
  /**
   * Computes values from readings and writes them, in one transaction that no other computation of
   * the same vault overlaps: who comes later sees the readings of both.
   * @param work - gets the readings, oldest first, chain by chain, and gives values of the vault on its chain;
   *   pure, as it may be run again.
   * @throws {VaultNotFoundError} {InvalidDecimalError} and what the work throws; then nothing is written.
   */
  readonly derive: (
    tenantId: string,
    query: VaultRef & DeriveQuery,
    work: (readings: readonly StoredReading[]) => Derivation,
  ) => Promise<DeriveCount>
  /** Begins a computation whose parts are written together. */
  readonly batch: (tenantId: string, query: VaultRef & DeriveQuery) => DerivedBatch
  /** @returns by day, oldest first, every day that has a value. */
  readonly bases: (tenantId: string, vaultRef: VaultRef) => Promise<readonly DayBasis[]>
  /**
   * Counts the days of all vaults that have a value of one of these formulas. It reads every value: ask it rarely.
   * @param older - names of formulas, by what they compute.
   */
  readonly olderDays: (older: Readonly<Record<DerivedKind, readonly string[]>>) => Promise<number>
  /** @returns null when there is no such value, or it has no receipt. */
  readonly receipt: (
    tenantId: string,
    vaultRef: VaultRef & { readonly day: string },
    kind: 'daily' | 'performance',
  ) => Promise<StoredReceipt | null>
}
