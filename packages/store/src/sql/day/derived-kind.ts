import type { Derivation, Derived, DerivedKind } from '../../record/derived.ts'
import type { VaultKeyColumns } from '../table/table.ts'
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

/** Columns of a row by name. */
export type Columns = { readonly day: string } & Readonly<Record<string, unknown>>

/** A computed value as it is kept. */
export type DerivedInColumns = Omit<Derived<unknown>, 'value'> & { readonly columns: Columns }

/** The table of one kind of value. */
export type KindTable = {
  readonly kind: DerivedKind
  readonly table: 'snapshot' | 'daily_point' | 'performance'
  /** Place, day and values. */
  readonly columns: readonly string[]
  readonly hasReceipt: boolean
  /** Spells the kind's values; throws for what cannot be kept. */
  readonly spell: (derivation: Derivation) => readonly DerivedInColumns[]
  /** The value that a row keeps. */
  readonly valueOf: (row: Columns) => object
}

/** The kinds of values that are computed from readings. */
export const kindTables: readonly KindTable[] = [
  {
    kind: 'snapshot',
    table: 'snapshot',
    columns: snapshotColumns,
    hasReceipt: false,
    spell: ({ snapshots }) => columnsWith(columnsOfSnapshot, snapshots),
    valueOf: (row) => snapshotOf(row as VaultKeyColumns & SnapshotColumns),
  },
  {
    kind: 'daily',
    table: 'daily_point',
    columns: dailyPointColumns,
    hasReceipt: true,
    spell: ({ dailyPoints }) => columnsWith(columnsOfPoint, dailyPoints),
    valueOf: (row) => pointOf(row as VaultKeyColumns & DailyPointColumns),
  },
  {
    kind: 'performance',
    table: 'performance',
    hasReceipt: true,
    columns: performanceColumns,
    spell: ({ performances }) => columnsWith(columnsOfPerformance, performances),
    valueOf: (row) => performanceOf(row as VaultKeyColumns & PerformanceColumns),
  },
]

function columnsWith<Value>(
  columnsOf: (value: Value) => Columns,
  all: readonly Derived<Value>[],
): readonly DerivedInColumns[] {
  return all.map(({ value, basis, receipt }) => ({ columns: columnsOf(value), basis, receipt }))
}
