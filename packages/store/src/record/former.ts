import type { VaultRef } from './vault.ts'

/**
 * The basis of a value: names of inputs and what each was, as
 * `{"formula":"daily@1","2026-01-02":"9f…"}`. A value that changes although every input of before
 * is still there with the same text was only completed; any other change is a revision, and the
 * value of before is kept.
 */
export type Basis = Readonly<Record<string, string>>

/** A reading as a basis names it. */
export type ReadingName = Pick<VaultRef, 'chain'> & {
  readonly day: string
  readonly digest: string
}

/** A reading that is there, or that was there once. */
export type NamedReading = ReadingName & Pick<VaultRef, 'vault'> & { readonly body: string }

/** A value that another takes the place of, as it stood. */
export type FormerValue = {
  readonly kind: 'daily' | 'performance'
  readonly day: string
  readonly basis: Basis | null
  /** JSON. */
  readonly receipt: string
}

/**
 * Makes a receipt that left its inputs to the readings whole, before its value becomes a revision.
 *
 * @param find - gives those readings of the vault that are there or are revisions themselves.
 * @returns JSON; the receipt as it stood where it is whole already, or cannot be made so.
 */
export type ReceiptCompletion = (
  former: FormerValue,
  find: (names: readonly ReadingName[]) => Promise<readonly NamedReading[]>,
) => Promise<string>
