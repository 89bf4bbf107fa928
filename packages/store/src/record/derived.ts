import type { DailyPoint, DayRange } from './daily-point.ts'
import type { Performance } from './performance.ts'
import type { StoredReading } from './reading.ts'
import type { Snapshot } from './snapshot.ts'
import type { VaultRef } from './vault.ts'

/** Which value of a day. */
export type DerivedKind = 'snapshot' | 'daily' | 'performance'

/**
 * What a value was computed from: names of inputs and what each was, as `{"formula":"daily@1","2026-01-02":"9f…"}`.
 * A value that changes although every input of before is still there with the same text was only
 * completed; any other change is a revision, and the value of before is kept.
 */
export type Basis = Readonly<Record<string, string>>

/** A value with its basis and its receipt. */
export type Derived<Value> = {
  readonly value: Value
  readonly basis: Basis
  /** JSON, kept compressed; null for a value without one. */
  readonly receipt: string | null
}

/** Values that were computed from readings. */
export type Derivation = {
  readonly snapshots: readonly Derived<Snapshot>[]
  readonly dailyPoints: readonly Derived<DailyPoint>[]
  readonly performances: readonly Derived<Performance>[]
}

/** Which readings a computation sees. */
export type DeriveQuery = {
  /** Days of the vault on its chain. */
  readonly range: DayRange
  /** True: the same days of the vault on its other chains too. */
  readonly withOtherChains: boolean
  /** Why values that are there may change, one sentence; it is kept with every revision. */
  readonly reason: string
}

/** What a computation did, in rows. */
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
 * What each value of a day was computed from, as JSON with its names in order: there are many, and most of
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
  /** @returns by day, oldest first, every day that has a value. */
  readonly bases: (tenantId: string, vaultRef: VaultRef) => Promise<readonly DayBasis[]>
  /** @returns JSON; null when there is no such value, or it has no receipt. */
  readonly receipt: (
    tenantId: string,
    vaultRef: VaultRef & { readonly day: string },
    kind: 'daily' | 'performance',
  ) => Promise<string | null>
}
