import type { Address } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import type { Accrual } from './accrual.ts'
import { balanceRead, type StateReadValues } from './state-read.ts'
import type { Transfer } from './transfer.ts'

/** The measured change of a holder's balance, beside the change in the logs. */
export type BalanceChange = {
  /** The token; 0xEeee…EEeE for the chain's own coin. */
  readonly token: Address
  readonly holder: Address
  /** Base units, or how many of an ERC-721. */
  readonly before: bigint
  readonly after: bigint
  /** After less before. */
  readonly change: bigint
  /** The sum of the transfers of the holder. */
  readonly logged: bigint
  /** True if the two agree, up to the rounding of balances that grow and the interest in their logs. */
  readonly isReconciled: boolean
}

/** The inputs of a balance. */
export type BalanceInput = {
  readonly measurement: StateReadValues
  readonly transfers: readonly Transfer[]
  /** Interest that the logs count as moved. */
  readonly accruals: readonly Accrual[]
}

/** Base units by which one log of a token that keeps shares may miss the balance. */
const roundingEach = 2n
/** Below so many base units nothing is rounding. */
const roundingFrom = 1_000_000n

/**
 * Works out what became of one balance.
 *
 * @returns the change; null when the token does not answer, before or after.
 */
export function balanceChangeOf(
  token: Address,
  holder: Address,
  seen: BalanceInput,
): BalanceChange | null {
  const measured = seen.measurement.get(balanceRead(token, holder).key)
  if (measured === undefined || measured.before === null || measured.after === null) return null
  const { before, after } = measured
  const change = after - before
  const logged = loggedOf(token, holder, seen.transfers)
  const isReconciled =
    change === logged || isRounding(change, logged, loggedMovesOf(token, holder, seen))
  return { token, holder, before, after, change, logged, isReconciled }
}

/** A year in seconds: no lender's interest doubles a balance in less. */
const yearSeconds = 31_536_000n

/**
 * Tells whether a balance that grows by itself changed from one block to the next by what the logs say.
 *
 * The logs count all interest since the holder's last move. The part of it that came in the block itself is no part of
 * the balance before: at most what 100 % a year gives for so long, so that nothing else can hide in it.
 *
 * @param seconds - from the block before to the block.
 */
export function isGrownBalance(
  { token, holder, before, change, logged }: BalanceChange,
  seconds: bigint,
  seen: BalanceInput,
): boolean {
  const { count, interest } = loggedMovesOf(token, holder, seen)
  if (interest <= 0n) return false
  const grown = change - (logged - interest)
  const most = (before * seconds) / yearSeconds
  const slack = roundingEach * count
  return grown >= -slack && grown <= (most < interest ? most : interest) + slack
}

/**
 * Lists what became of a holder's balances.
 *
 * @returns a line for each token that moved, by a measure or a log; the chain's own coin first.
 */
export function balanceChangesOf(
  holder: Address,
  tokens: readonly Address[],
  seen: BalanceInput & { readonly watch: readonly Address[] },
): readonly BalanceChange[] {
  const sorted = [...tokens].sort((one, other) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  )
  return [nativeAsset, ...sorted].flatMap((token) => {
    const line = balanceChangeOf(token, holder, seen)
    if (line === null) return []
    const isNamed = seen.transfers.some(
      (one) => one.token === token && (one.from === holder || one.to === holder),
    )
    const isWanted = line.change !== 0n || isNamed || seen.watch.includes(token)
    return isWanted ? [line] : []
  })
}

function loggedMovesOf(token: Address, holder: Address, { transfers, accruals }: BalanceInput) {
  const isOf = (one: Transfer) =>
    one.standard === 'erc20' && one.token === token && (one.from === holder || one.to === holder)
  const grown = accruals.filter((one) => one.token === token && one.holder === holder)
  return {
    count: BigInt(transfers.filter(isOf).length),
    interest: grown.reduce((sum, { amount }) => sum + amount, 0n),
  }
}

function isRounding(
  change: bigint,
  logged: bigint,
  moves: { readonly count: bigint; readonly interest: bigint },
): boolean {
  const gap = absoluteOf(change - (logged - moves.interest))
  if (gap === 0n) return true
  return absoluteOf(change) >= roundingFrom && gap <= roundingEach * moves.count
}

function absoluteOf(value: bigint): bigint {
  return value < 0n ? -value : value
}

function loggedOf(token: Address, holder: Address, transfers: readonly Transfer[]): bigint {
  let sum = 0n
  for (const transfer of transfers) {
    if (transfer.token !== token) continue
    const amount = transfer.amount ?? 1n
    if (transfer.to === holder) sum += amount
    if (transfer.from === holder) sum -= amount
  }
  return sum
}
