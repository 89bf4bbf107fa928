import { type Address, zeroAddress } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '@vaultwright/valuation'
import { accountIn, signedOf, wordIn } from '../reading/answer.ts'
import type { ContractReadResult } from '../reading/reading.ts'
import { mostTick, type Range } from './tick.ts'

/** A position as its manager tells it. */
export type LiquidityPosition = Range & {
  readonly token0: Address
  readonly token1: Address
  /** Hundredths of a basis point. */
  readonly fee: bigint
  /** What was taken out and not yet collected, base units. */
  readonly owed: readonly [bigint, bigint]
}

/** Words of `positions(uint256)`. Source: Uniswap v3, INonfungiblePositionManager. */
const words = { token0: 2, token1: 3, fee: 4, lower: 5, upper: 6, liquidity: 7, owed: 10 } as const

/** Reads what a position manager says of a position. */
export function positionIn(answer: ContractReadResult | undefined): Known<LiquidityPosition> {
  const [token0, token1] = [accountIn(answer, words.token0), accountIn(answer, words.token1)]
  const last = wordIn(answer, words.owed + 1)
  if (last.value === null) return last
  if (token0.value === null) return token0
  if (token1.value === null) return token1
  const at = (index: number) => wordIn(answer, index).value!
  const [tickLower, tickUpper] = [signedOf(at(words.lower)), signedOf(at(words.upper))]
  if (tickLower < -mostTick || tickUpper > mostTick || tickLower >= tickUpper) {
    return unknownValue('Its ticks are not those of a position.')
  }
  return knownValue({
    token0: token0.value,
    token1: token1.value,
    fee: at(words.fee),
    tickLower,
    tickUpper,
    liquidity: at(words.liquidity),
    owed: [at(words.owed), last.value],
  })
}

/** What a pool is known by. */
export type PoolKey = Pick<LiquidityPosition, 'token0' | 'token1' | 'fee'>

/** Names a pool, so that it is asked for once. */
export function poolNameOf({ token0, token1, fee }: PoolKey): string {
  return `${token0} ${token1} ${fee}`
}

/** Reads which pool a factory has. */
export function poolIn(answer: ContractReadResult | undefined): Known<Address> {
  const pool = accountIn(answer, 0)
  return pool.value === zeroAddress ? unknownValue('The factory has no such pool.') : pool
}
