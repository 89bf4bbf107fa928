/** A value, or why there is none: never a number that stands for not knowing. */
export type Known<Value> =
  | { readonly value: Value; readonly reason: null }
  | { readonly value: null; readonly reason: string }

/** Something about a value that its reader must know, as `paused`, `depegged`, `partial`. */
export type Flag = {
  readonly flag:
    | 'paused'
    | 'late'
    | 'stale_price'
    | 'depegged'
    | 'partial'
    | 'negative'
    | 'zero'
    | 'loss'
    | 'unexplained'
    | 'out_of_bounds'
  /** One sentence with the values. */
  readonly reason: string
}

/** A value with what it was computed from: the formula's name and version, its inputs, its result. Plain JSON. */
export type Receipt<Inputs, Result> = {
  /** As `daily@1`. A change of what a formula gives for any input changes its number. */
  readonly formula: string
  readonly inputs: Inputs
  readonly result: Result
}

/** Makes the known value. */
export function knownValue<Value>(value: Value): Known<Value> {
  return { value, reason: null }
}

/** Makes the value that is not known. @param reason - one sentence. */
export function unknownValue<Value>(reason: string): Known<Value> {
  return { value: null, reason }
}

/**
 * Picks the reason to give where several values are not known: the same one in whatever order they come.
 *
 * @returns the reason that is sorted first; null when all are known.
 */
export function firstReasonOf(values: readonly Known<unknown>[]): string | null {
  let first: string | null = null
  for (const { reason } of values) {
    if (reason !== null && (first === null || reason < first)) first = reason
  }
  return first
}
