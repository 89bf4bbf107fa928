import type { Address, Hex } from '@vaultwright/base'
import { type BatchCall, readBatch } from '@vaultwright/manager'
import { managerSelectors } from '@vaultwright/registry'
import { type CallFrame, type NativeMove, nativeMovesOf } from './call-frame.ts'
import type { RawLog } from './simulated-log.ts'
import type { StateDiff } from './state-diff.ts'

/** The execution of the transaction as an engine saw it; null where a node does not report it. */
export type Execution = {
  readonly isSuccess: boolean
  readonly returnData: Hex
  /** Why the EVM stopped when no contract reverted; null otherwise. */
  readonly halt: string | null
  readonly gasUsed: bigint
  /** The logs of contracts, without those the node itself adds for its coin. */
  readonly logs: readonly RawLog[]
  readonly trace: CallFrame | null
  readonly diff: StateDiff | null
  /** Movements of the chain's own coin, where the node itself logs them. */
  readonly nativeMoves: readonly NativeMove[]
  /** Accounts that it touched, from a node that tells no more than that. */
  readonly touched: readonly Address[]
}

/** Reads how the chain's own coin moved. */
export function nativeMovesIn({ trace, nativeMoves }: Execution): readonly NativeMove[] {
  return trace === null ? nativeMoves : nativeMovesOf(trace)
}

/**
 * Lists the calls of a batch and of the loans in it.
 *
 * @returns the calls in their order; none when it is not a batch.
 */
export function plannedCallsOf(data: Hex): readonly BatchCall[] {
  if (!data.startsWith(managerSelectors.manageVaultWithMerkleVerification)) return []
  try {
    const flat = (calls: readonly BatchCall[]): readonly BatchCall[] =>
      calls.flatMap((call) => [call, ...flat(call.loan?.batch.calls ?? [])])
    return flat(readBatch(data).calls)
  } catch {
    // The Manager refuses such a batch as well: there are no calls in it.
    return []
  }
}
