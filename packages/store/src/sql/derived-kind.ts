import type { Derivation, Derived, DerivedKind } from '../derived.ts'
import {
  columnsOfPoint,
  type DailyPointColumns,
  dailyPointColumns,
  pointOf,
} from './daily-point.ts'
import {
  columnsOfPerformance,
  type PerformanceColumns,
  performanceColumns,
  performanceOf,
} from './performance.ts'
import { columnsOfSnapshot, type SnapshotColumns, snapshotColumns, snapshotOf } from './snapshot.ts'
import type { PlaceColumns } from './table.ts'

/** Columns of a row by name. */
export type Columns = { readonly day: string } & Readonly<Record<string, unknown>>

/** A computed value as it is kept. */
export type Spelled = Omit<Derived<unknown>, 'value'> & { readonly columns: Columns }

/** What one kind of value is kept as. */
export type KindTable = {
  readonly kind: DerivedKind
  readonly table: 'snapshot' | 'daily_point' | 'performance'
  /** Place, day and values. */
  readonly columns: readonly string[]
  readonly hasReceipt: boolean
  /** Spells the kind's values; throws for what cannot be kept. */
  readonly spell: (derivation: Derivation) => readonly Spelled[]
  /** The value that a row keeps. */
  readonly valueOf: (row: Columns) => object
}

/** The kinds of values that are computed from readings. */
export const kindTables: readonly KindTable[] = [
  {
    ...{ kind: 'snapshot', table: 'snapshot', columns: snapshotColumns, hasReceipt: false },
    spell: ({ snapshots }) => spelledBy(columnsOfSnapshot, snapshots),
    valueOf: (row) => snapshotOf(row as PlaceColumns & SnapshotColumns),
  },
  {
    ...{ kind: 'daily', table: 'daily_point', columns: dailyPointColumns, hasReceipt: true },
    spell: ({ dailyPoints }) => spelledBy(columnsOfPoint, dailyPoints),
    valueOf: (row) => pointOf(row as PlaceColumns & DailyPointColumns),
  },
  {
    ...{ kind: 'performance', table: 'performance', hasReceipt: true },
    columns: performanceColumns,
    spell: ({ performances }) => spelledBy(columnsOfPerformance, performances),
    valueOf: (row) => performanceOf(row as PlaceColumns & PerformanceColumns),
  },
]

function spelledBy<Value>(
  columnsOf: (value: Value) => Columns,
  all: readonly Derived<Value>[],
): readonly Spelled[] {
  return all.map(({ value, basis, receipt }) => ({ columns: columnsOf(value), basis, receipt }))
}
