/** Draws numbers that look random, the same for the same seed. */
export type Dice = {
  /** From 0 up to 1. */
  readonly next: () => number
  /** A whole number from the first to the last. */
  readonly within: (first: number, last: number) => number
  readonly pick: <Value>(values: readonly Value[]) => Value
  /** True in so many cases of 1. */
  readonly chance: (share: number) => boolean
  /** Other dice, that do not depend on how often these are thrown afterwards. */
  readonly fork: () => Dice
}

/** Makes dice of a seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const within = (first: number, last: number) => first + Math.floor(next() * (last - first + 1))
  return {
    next,
    within,
    pick: (values) => values[within(0, values.length - 1)]!,
    chance: (share) => next() < share,
    fork: () => diceOf(within(0, 2 ** 32 - 1)),
  }
}
