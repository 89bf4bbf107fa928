import type { Address } from '@vaultwright/base'
import { decodeLogs } from '../trace/simulated-log.ts'
import type { SafeExecuted } from './execution.ts'
import { movesInLogs, partiesOf } from './statement.ts'

/** A change of the balance of a watched account, base units; below zero for what left. */
export type ExecutionMove = {
  /** Zero for the chain's coin. */
  readonly token: Address
  readonly holder: Address
  readonly amount: bigint
}

/** Lists what an execution moved for watched accounts, by its logs and, where there is a trace, its calls. */
export function executionMovesOf(
  { logs, native }: Pick<SafeExecuted, 'logs' | 'native'>,
  watched: readonly Address[],
): readonly ExecutionMove[] {
  const moves = movesInLogs(decodeLogs(logs), native, watched)
  return [...moves].map(([key, amount]) => ({ ...partiesOf(key), amount }))
}
