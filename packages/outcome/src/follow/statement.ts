import { type Address, type Hex, isSameAddress, minimumOf } from '@vaultwright/base'
import { type Accrual, accrualsOf } from '../effect/accrual.ts'
import type { ApprovalKey } from '../effect/approval.ts'
import type { Simulation } from '../effect/simulation.ts'
import { type Transfer, transfersOf } from '../effect/transfer.ts'
import type { NativeMove } from '../trace/call-frame.ts'
import type { SimulatedLog } from '../trace/simulated-log.ts'

/** A transaction of a Safe as it was judged: what it does within bounds, for a comparison with its execution. */
export type Statement = StatementSubject & {
  /** The number of the block whose state the simulation met. */
  readonly block: bigint
  readonly moves: readonly StatedMove[]
  /** Approvals that stay. */
  readonly approvals: readonly StatedApproval[]
  /**
   * True of an older statement, which may count interest that a log names as moved: whether it does is not known.
   * Left out where interest is no move.
   */
  readonly mayCountInterest?: true
}

/** A transaction of a Safe, and the accounts whose tokens are watched. */
export type StatementSubject = {
  readonly safe: Address
  readonly chainId: number
  readonly version: string
  readonly nonce: bigint
  readonly safeTxHash: Hex
  readonly contentHash: Hex
  /** The vault, its drones, the Safe. */
  readonly watched: readonly Address[]
}

/** A change of a holder's balance, base units, both ends included. */
export type StatedMove = {
  readonly token: Address
  readonly holder: Address
  readonly atLeast: bigint
  /** Null for no bound. */
  readonly atMost: bigint | null
}

/** An approval that stays: at most so much, base units; 1 where it is of a whole collection. */
export type StatedApproval = ApprovalKey & { readonly after: bigint }

/** The bounds of a statement. */
export type StatementBounds = StatementSubject & {
  /** Basis points by which an amount that comes in may fall short. */
  readonly slippageBps: bigint
}

/**
 * States what a simulated transaction does to the watched accounts.
 *
 * An amount that leaves is stated as it is; one that comes in has a minimum by the slippage, and no maximum.
 *
 * @returns null where the simulation reverts: nothing can be stated of it.
 */
export function statementOf(
  simulation: Pick<Simulation, 'outcome' | 'block' | 'logs' | 'transfers' | 'approvals'>,
  { slippageBps, ...subject }: StatementBounds,
): Statement | null {
  if (simulation.outcome.status !== 'success') return null
  const { transfers, logs } = simulation
  const moved = movesOf(transfers, subject.watched, accrualsOf(logs))
  const moves = [...moved].map(([key, amount]) => {
    const { token, holder } = partiesOf(key)
    if (amount < 0n) return { token, holder, atLeast: amount, atMost: amount }
    return { token, holder, atLeast: minimumOf(amount, slippageBps), atMost: null }
  })
  const approvals = simulation.approvals
    .filter(({ owner }) => isWatched(owner, subject.watched))
    .map(({ amount, isUnlimited: _, ...mark }) => ({ ...mark, after: amount ?? 1n }))
  return { ...subject, block: simulation.block.number, moves, approvals }
}

/**
 * Sums what moved of each token for each watched holder; moves that cancel out are left out.
 *
 * @param accruals - interest that the logs count as moved though the holder had it before: it is no move, and how much
 * of it there is depends on who touched the lender last.
 */
export function movesOf(
  transfers: readonly Transfer[],
  watched: readonly Address[],
  accruals: readonly Accrual[] = [],
): ReadonlyMap<string, bigint> {
  const moves = new Map<string, bigint>()
  const add = (token: Address, holder: Address, amount: bigint) => {
    if (!isWatched(holder, watched)) return
    const key = keyOf(token, holder)
    moves.set(key, (moves.get(key) ?? 0n) + amount)
  }
  for (const { token, from, to, amount } of transfers) {
    add(token, from, -(amount ?? 1n))
    add(token, to, amount ?? 1n)
  }
  for (const { token, holder, amount } of accruals) add(token, holder, -amount)
  return new Map([...moves].filter(([, amount]) => amount !== 0n))
}

/** Sums what moved by logs and, where a trace gave them, by moves of the chain's coin; without interest. */
export function movesInLogs(
  logs: readonly SimulatedLog[],
  native: readonly NativeMove[] | null,
  watched: readonly Address[],
): ReadonlyMap<string, bigint> {
  return movesOf(observedTransfersOf(logs, native), watched, accrualsOf(logs))
}

/** As `movesInLogs`, with interest that a log names counted as moved, as older statements have it. */
export function movesWithInterest(
  logs: readonly SimulatedLog[],
  native: readonly NativeMove[] | null,
  watched: readonly Address[],
): ReadonlyMap<string, bigint> {
  return movesOf(observedTransfersOf(logs, native), watched)
}

/** Lists what moved by logs and, where a trace gave them, by moves of the chain's coin. */
export function observedTransfersOf(
  logs: readonly SimulatedLog[],
  native: readonly NativeMove[] | null,
): readonly Transfer[] {
  return transfersOf(logs, native ?? [])
}

/** Makes the key of a token and a holder; one spelling each. */
export function keyOf(token: Address, holder: Address): string {
  return `${token} ${holder}`
}

/** Takes the parties out of a key. */
export function partiesOf(key: string): { readonly token: Address; readonly holder: Address } {
  const [token, holder] = key.split(' ') as [Address, Address]
  return { token, holder }
}

export function isWatched(account: Address, watched: readonly Address[]): boolean {
  return watched.some((each) => isSameAddress(each, account))
}
