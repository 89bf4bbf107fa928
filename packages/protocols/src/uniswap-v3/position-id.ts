import { type Address, zeroAddress } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '@vaultwright/valuation'
import { accountIn, amountIn, isNothing, signedOf, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractRead, ContractReadResult } from '../reading/reading.ts'
import { maxTick, type Range } from './tick.ts'

/** Positions that are asked for before it is known how many there are. */
const firstPositions = 8n
/** A manager that does not list what an owner has is asked about its first positions, one by one. */
const firstIds = 16n
/** More are not read: it would take longer than a node allows. */
const maxPositions = 2000n

/** The ids of the positions to read. */
export type PositionIds =
  /** These, and those at further places of the owner's list. */
  | { readonly kind: 'listed'; readonly ids: readonly bigint[]; readonly places: readonly bigint[] }
  /** Those of these that belong to the owner, who has so many. */
  | { readonly kind: 'guessed'; readonly ids: readonly bigint[]; readonly count: bigint }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Lists what a manager is asked first: how many positions an account has, and its first ones. */
export function idQuestions(manager: Address, holder: Address): readonly ContractRead[] {
  const places = Array.from({ length: Number(firstPositions) }, (_, at) => BigInt(at))
  return [
    readOf(manager, 'balanceOf(address)', [holder]),
    ...places.map((place) => idQuestion(manager, holder, place)),
  ]
}

/** Asks for the position at a place of what an account has. */
export function idQuestion(manager: Address, holder: Address, place: bigint): ContractRead {
  return readOf(manager, 'tokenOfOwnerByIndex(address,uint256)', [holder, place])
}

/**
 * Reads which positions an account has.
 *
 * @returns numbers of positions as far as they are known, and where the rest is found.
 */
export function idsOf([balance, ...first]: readonly ContractReadResult[]): PositionIds {
  const count = amountIn(balance)
  if (count.value === null) return { kind: 'unknown', reason: count.reason }
  if (count.value > maxPositions) {
    return { kind: 'unknown', reason: `There are ${count.value} positions, too many to read.` }
  }
  const listed = count.value < firstPositions ? count.value : firstPositions
  const ids = first.slice(0, Number(listed)).map((answer) => wordIn(answer, 0).value)
  if (ids.every((id) => id !== null)) {
    const remaining = Number(count.value - listed)
    const places = Array.from({ length: remaining }, (_, at) => firstPositions + BigInt(at))
    return { kind: 'listed', ids, places }
  }
  const guesses = Array.from({ length: Number(firstIds) }, (_, at) => BigInt(at) + 1n)
  return { kind: 'guessed', ids: guesses, count: count.value }
}

/** Tells whether a position belongs to an account. */
export function isOwner(answer: ContractReadResult | undefined, holder: Address): boolean {
  return !isNothing(answer) && accountIn(answer, 0).value === holder
}

/** A position as its manager tells it. */
export type LiquidityPosition = Range & {
  readonly token0: Address
  readonly token1: Address
  /** Hundredths of a basis point. */
  readonly fee: bigint
  /** The amounts taken out and not yet collected, base units. */
  readonly owed: readonly [bigint, bigint]
  /** The earnings of a unit of liquidity in each token when fees were last added to the debt. */
  readonly settled: readonly [bigint, bigint]
}

/** Words of `positions(uint256)`. Source: Uniswap v3, INonfungiblePositionManager. */
const wordPositions = {
  token0: 2,
  token1: 3,
  fee: 4,
  lower: 5,
  upper: 6,
  liquidity: 7,
  settled: 8,
  owed: 10,
} as const

/** Reads what a position manager says of a position. */
export function positionIn(answer: ContractReadResult | undefined): Known<LiquidityPosition> {
  const [token0, token1] = [
    accountIn(answer, wordPositions.token0),
    accountIn(answer, wordPositions.token1),
  ]
  const last = wordIn(answer, wordPositions.owed + 1)
  if (last.value === null) return last
  if (token0.value === null) return token0
  if (token1.value === null) return token1
  const wordAt = (index: number) => wordIn(answer, index).value!
  const [tickLower, tickUpper] = [
    signedOf(wordAt(wordPositions.lower)),
    signedOf(wordAt(wordPositions.upper)),
  ]
  if (tickLower < -maxTick || tickUpper > maxTick || tickLower >= tickUpper) {
    return unknownValue('Its ticks are not those of a position.')
  }
  return knownValue({
    token0: token0.value,
    token1: token1.value,
    fee: wordAt(wordPositions.fee),
    tickLower,
    tickUpper,
    liquidity: wordAt(wordPositions.liquidity),
    owed: [wordAt(wordPositions.owed), last.value],
    settled: [wordAt(wordPositions.settled), wordAt(wordPositions.settled + 1)],
  })
}

/** The key of a pool. */
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
