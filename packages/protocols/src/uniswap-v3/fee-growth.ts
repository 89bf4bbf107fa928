import type { Address } from '@vaultwright/base'
import { signedOf, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractRead, ContractReadResult } from '../reading/reading.ts'
import type { Range } from './tick.ts'

const wordBits = 256
const feeBits = 128n
/** Word of `slot0()` and of `ticks(int24)`. Source: Uniswap v3, IUniswapV3PoolState. */
const tickWord = 1
const outsideWord = 2

/** The earnings of a unit of liquidity so far in each token of a pool: 2^-128 base units, modulo 2^256. */
export type FeesInside = readonly [bigint, bigint]

/** The answers of a pool that fees follow from. */
export type FeeAnswers = {
  readonly slot: ContractReadResult | undefined
  readonly globals: readonly (ContractReadResult | undefined)[]
  readonly lower: ContractReadResult | undefined
  readonly upper: ContractReadResult | undefined
}

/** Asks a pool what a unit of its liquidity earned in each token. */
export function globalReads(pool: Address): readonly ContractRead[] {
  return [readOf(pool, 'feeGrowthGlobal0X128()'), readOf(pool, 'feeGrowthGlobal1X128()')]
}

/** Asks a pool what was earned beyond the ends of a range. */
export function tickReads(pool: Address, { tickLower, tickUpper }: Range): readonly ContractRead[] {
  return [tickLower, tickUpper].map((tick) =>
    readOf(pool, 'ticks(int24)', [BigInt.asUintN(wordBits, tick)]),
  )
}

/**
 * Works out what a unit of liquidity earned inside a range.
 *
 * Source: Uniswap v3, Tick.getFeeGrowthInside: what was earned below and above is taken off; all of it wraps.
 *
 * @returns both tokens' growth; null when the pool does not tell all that it follows from.
 */
export function feesInsideOf(
  { tickLower, tickUpper }: Range,
  { slot, globals, lower, upper }: FeeAnswers,
): FeesInside | null {
  const tickNow = wordIn(slot, tickWord).value
  if (tickNow === null) return null
  const tick = signedOf(tickNow)
  const inside = [0, 1].map((token) => {
    const all = wordIn(globals[token], 0).value
    const below = wordIn(lower, outsideWord + token).value
    const above = wordIn(upper, outsideWord + token).value
    if (all === null || below === null || above === null) return null
    const earnedBelow = tick >= tickLower ? below : all - below
    const earnedAbove = tick < tickUpper ? above : all - above
    return BigInt.asUintN(wordBits, all - earnedBelow - earnedAbove)
  })
  const [first, second] = inside
  return first == null || second == null ? null : [first, second]
}

/** Works out what a position may collect of what its liquidity earned, base units, as pools round it. */
export function collectableOf(liquidity: bigint, inside: bigint, settled: bigint): bigint {
  return (BigInt.asUintN(wordBits, inside - settled) * liquidity) >> feeBits
}
