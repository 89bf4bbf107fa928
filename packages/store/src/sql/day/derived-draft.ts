import type { Derivation, DeriveCount } from '../../record/derived.ts'
import type { Basis } from '../../record/former.ts'
import { assertText } from '../../value/text.ts'
import { digestOf, packReceipt } from '../table/pack.ts'
import { type Columns, type DerivedInColumns, type KindTable, kindTables } from './derived-kind.ts'

/** A value that was computed and is not written yet. */
export type DerivedDraft = {
  readonly columns: Columns
  /** JSON of the basis, the same for the same. */
  readonly basisText: string
  /** Null for a kind without receipts, and for a value without one. */
  readonly receiptDigest: string | null
  /** Compresses the receipt, once. */
  readonly receipt: () => Uint8Array | null
}

/** Values of one kind. */
export type KindDrafts = { readonly of: KindTable; readonly drafts: readonly DerivedDraft[] }

/** The stored value of a day: its columns and its basis. */
export type StoredDerived = Columns & {
  readonly basis: string | null
  readonly since_unix: bigint | null
  readonly revision: bigint
  readonly receipt_digest: string | null
}

/**
 * Spells computed values as they are kept.
 *
 * @throws {InvalidDecimalError} {InvalidDayError} {InvalidTextError}
 */
export function draftsOf(derivation: Derivation): readonly KindDrafts[] {
  return kindTables.map((of) => ({
    of,
    drafts: of.spell(derivation).map((one) => draftOf(of, one)),
  }))
}

/** Tells what a value is to what is there. */
export function verdictOf(
  before: StoredDerived | undefined,
  draft: DerivedDraft,
): keyof DeriveCount {
  if (before === undefined) return 'added'
  const isSameValue = isEqualValue(before, draft)
  if (!isSameValue) return isCompletion(before, draft) ? 'completed' : 'revised'
  const isSameSource =
    before.basis === draft.basisText && before.receipt_digest === draft.receiptDigest
  return isSameSource ? 'unchanged' : 'completed'
}

/** @returns whether what is there says the same as a value. */
export function isEqualValue(before: StoredDerived, { columns }: DerivedDraft): boolean {
  return Object.keys(columns).every((column) => before[column] === columns[column])
}

function isCompletion({ basis }: StoredDerived, draft: DerivedDraft): boolean {
  // A value put by hand was seen, whatever it was computed from.
  if (basis === null) return false
  const inputs: Basis = JSON.parse(basis)
  const present: Basis = JSON.parse(draft.basisText)
  return Object.entries(inputs).every(([name, text]) => present[name] === text)
}

function draftOf(
  { hasReceipt }: KindTable,
  { columns, basis, receipt }: DerivedInColumns,
): DerivedDraft {
  const text = hasReceipt ? assertText('receipt', receipt) : null
  let packed: Uint8Array | null = null
  return {
    columns,
    basisText: assertText('basis', printBasis(basis)),
    receiptDigest: text === null ? null : digestOf(text),
    receipt: () => {
      if (text !== null) packed ??= packReceipt(text)
      return packed
    },
  }
}

function printBasis(basis: Basis | string): string {
  if (typeof basis === 'string') return basis
  const names = Object.keys(basis)
  if (names.every((name, at) => at === 0 || names[at - 1]! < name)) return JSON.stringify(basis)
  names.sort()
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, basis[name]])))
}
