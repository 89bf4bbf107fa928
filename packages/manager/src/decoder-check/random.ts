import type { Hex } from '@vaultwright/base'

/** A source of values: the same seed draws the same ones on every machine. */
export type Random = {
  /** A whole number from 0 to below the limit, which is 1 to 2^32. */
  readonly below: (limit: number) => number
  /** True with a probability from 0 to 1. */
  readonly chance: (probability: number) => boolean
  /** One entry of a list that has some. */
  readonly pick: <Item>(list: readonly Item[]) => Item
  /** A number of so many bits. */
  readonly bits: (count: number) => bigint
  /** So many bytes as hex. */
  readonly bytes: (size: number) => Hex
}

/** Opens a source of values. */
export function openRandom(seed: string): Random {
  let state = 2166136261
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0
  }
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  const bits = (count: number) => {
    let drawn = 0n
    for (let done = 0; done < count; done += 32) drawn = (drawn << 32n) | BigInt(next())
    return BigInt.asUintN(count, drawn)
  }
  const bytes = (size: number): Hex =>
    size === 0
      ? '0x'
      : `0x${bits(8 * size)
          .toString(16)
          .padStart(2 * size, '0')}`
  return {
    below,
    bits,
    bytes,
    chance: (probability) => next() < probability * 2 ** 32,
    pick: (list) => list[below(list.length)]!,
  }
}
