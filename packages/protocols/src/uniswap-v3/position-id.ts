import type { Address } from '@vaultwright/base'
import { accountIn, amountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractRead, ContractReadResult } from '../reading/reading.ts'

/** Positions that are asked for before it is known how many there are. */
const firstPositions = 8n
/** A manager that does not list what an owner has is asked about its first positions, one by one. */
const firstIds = 16n
/** More are not read: it would take longer than a node allows. */
const mostPositions = 2000n

/** Which positions are to be read. */
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
  if (count.value > mostPositions) {
    return { kind: 'unknown', reason: `There are ${count.value} positions, too many to read.` }
  }
  const listed = count.value < firstPositions ? count.value : firstPositions
  const ids = first.slice(0, Number(listed)).map((answer) => wordIn(answer, 0).value)
  if (ids.every((id) => id !== null)) {
    const rest = Number(count.value - listed)
    const places = Array.from({ length: rest }, (_, at) => firstPositions + BigInt(at))
    return { kind: 'listed', ids, places }
  }
  const guesses = Array.from({ length: Number(firstIds) }, (_, at) => BigInt(at) + 1n)
  return { kind: 'guessed', ids: guesses, count: count.value }
}

/** Tells whether a position belongs to an account. */
export function isOwner(answer: ContractReadResult | undefined, holder: Address): boolean {
  return !isNothing(answer) && accountIn(answer, 0).value === holder
}
