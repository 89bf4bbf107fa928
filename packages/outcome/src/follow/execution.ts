import type { Address, Hex } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { approvalRead, loggedApprovalsOf } from '../effect/approval.ts'
import { balanceRead, type StateRead, type StateReadValues } from '../effect/state-read.ts'
import type { BlockRef } from '../read/block-ref.ts'
import type { NativeMove } from '../trace/call-frame.ts'
import { decodeLogs, type RawLog } from '../trace/simulated-log.ts'
import { keyOf, movesOf, observedTransfersOf, partiesOf, type Statement } from './statement.ts'

/** An execution of a Safe's transaction as the chain has it. */
export type SafeExecuted = {
  readonly safeTxHash: Hex
  /** False where the Safe made the call and it failed. */
  readonly isSuccess: boolean
  readonly transactionHash: Hex
  readonly block: BlockRef
  /** True if the transaction calls the Safe itself, and no other contract in between. */
  readonly isDirect: boolean
  /** `trace`: the frame of this very execution was found. */
  readonly basis: 'trace' | 'receipt'
  /** Logs of the frame; of the whole transaction where the basis is its receipt. */
  readonly logs: readonly RawLog[]
  readonly receiptLogs: readonly RawLog[]
  /** Moves of the chain's coin in the frame; null without a trace. */
  readonly native: readonly NativeMove[] | null
  /** Those of the whole transaction; null without a trace. */
  readonly transactionNative: readonly NativeMove[] | null
}

/** The numbers to read around an execution: balances before and after the block, approvals after it. */
export type FollowReads = {
  readonly balances: readonly StateRead[]
  readonly approvals: readonly StateRead[]
}

/** An execution with the numbers that were read around its block. */
export type MeasuredExecution = SafeExecuted & {
  readonly measured: StateReadValues
  /** From the block before to the block. */
  readonly seconds: bigint
}

/** Lists what to read around the block of an execution: everything that was stated, and everything that is in its logs. */
export function followReadsOf(statement: Statement, execution: SafeExecuted): FollowReads {
  const balances = watchedKeysOf(statement, execution).map((key) => {
    const { token, holder } = partiesOf(key)
    return balanceRead(token, holder)
  })
  const marks = [...statement.approvals, ...approvalsIn(execution.receiptLogs, statement.watched)]
  const reads = marks.flatMap((mark) => approvalRead(mark) ?? [])
  return { balances, approvals: [...new Map(reads.map((read) => [read.key, read])).values()] }
}

/** Lists the balances that are compared: the chain's coin of each watched account is always among them. */
export function watchedKeysOf(
  { moves, watched }: Statement,
  { receiptLogs, transactionNative }: SafeExecuted,
): readonly string[] {
  const transfers = observedTransfersOf(decodeLogs(receiptLogs), transactionNative)
  return [
    ...new Set([
      ...watched.map((holder) => keyOf(nativeAsset, holder)),
      ...moves.map(({ token, holder }) => keyOf(token, holder)),
      ...movesOf(transfers, watched).keys(),
    ]),
  ]
}

/** Lists the approvals of watched owners in logs. */
export function approvalsIn(logs: readonly RawLog[], watched: readonly Address[]) {
  return loggedApprovalsOf(watched, decodeLogs(logs), [])
}
