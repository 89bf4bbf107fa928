/** The movement of a price between two times. */
export type Growth = {
  /** Price at the beginning, in any unit; above zero. */
  readonly from: bigint
  /** Price at the end, in the same unit; not below zero. */
  readonly to: bigint
  /** Seconds between the two; above zero. */
  readonly seconds: bigint
}

/** Of 365 days. */
export const yearSeconds = 365n * 86_400n

/** Decimal places that a fraction of a year is printed with. */
export const printedPlaces = 18
