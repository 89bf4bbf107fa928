import type { Address, Hex } from '@vaultwright/base'
import { isSameAddress } from '@vaultwright/base'
import { decodeManagerLog } from '@vaultwright/manager'
import type { NativeMove, RawLog } from '@vaultwright/outcome'
import { managerTopics } from '@vaultwright/registry'
import type { ChainLog } from '../read/log.ts'
import { moduleActTopics, safeExecutionLogOf } from '../safe/safe-execution.ts'
import type { TransactionReceipt } from '../trace/receipt.ts'

/**
 * One run of a vault's Manager; or one transaction of a Safe, a strategist, or one act of its modules, in which the
 * Manager did not run.
 */
export type VaultRun = {
  readonly kind: 'manager' | 'safe'
  /** Of the log that ends it, in its block. */
  readonly logIndex: number
  /** The caller of the Manager, or the Safe; null where neither a trace nor calldata shows it. */
  readonly strategist: Address | null
  /**
   * The strategist's reason to act: `account` itself, what owners of the Safe signed, or a `module` of it. Null where
   * that is not known.
   */
  readonly origin: 'account' | 'safe' | 'module' | null
  /** The hash that owners signed; null where none did, or it is not known. */
  readonly safeTxHash: Hex | null
  /** False where the Safe made the call and it failed. */
  readonly isSuccess: boolean
  /** Calls of the batch, as the Manager counts them; null for a Safe. */
  readonly calls: number | null
  /** Calldata of the Manager; null for a Safe, and where it is not known. */
  readonly calldata: Hex | null
  /** Logs of the run; of the whole transaction where there is no trace. */
  readonly logs: readonly RawLog[]
  /** Moves of the chain's coin in the run; null without a trace. */
  readonly native: readonly NativeMove[] | null
}

/** The parts of a transaction that its runs are found in. */
export type TransactionParts = {
  readonly manager: Address
  readonly receipt: TransactionReceipt
  /** A batch inside a flash loan has a log of its own, before that of the batch around it. */
  readonly runLogs: readonly ChainLog[]
  readonly safeLogs: readonly ChainLog[]
  /** In which Safes tell that a module made them act. */
  readonly moduleLogs: readonly ChainLog[]
}

/** The selector of `execTransaction`. */
export const executionSelectors: readonly Hex[] = ['0x6a761202']
export const managerRun = { kind: 'manager', isSuccess: true } as const
export const safeRun = { kind: 'safe', origin: 'safe', calls: null, calldata: null } as const

/** Reads the act of a module that a log tells of. */
export function moduleRunOf({ address: strategist, topics, logIndex }: ChainLog) {
  const isSuccess = topics[0] === moduleActTopics[0]
  return {
    ...safeRun,
    origin: 'module',
    strategist,
    safeTxHash: null,
    isSuccess,
    logIndex,
  } as const
}

/** True if a log ends a batch of the Manager. */
export function isRunLog({ address, topics }: RawLog, manager: Address): boolean {
  return topics[0] === managerTopics.BoringVaultManaged && isSameAddress(address, manager)
}

/** Reads the calls that the Manager counted; null where no batch can have as many. */
export function callsIn({ topics, data }: RawLog): number | null {
  const log = decodeManagerLog(topics, data)
  const count = log?.name === 'BoringVaultManaged' ? log.arguments.callsMade : null
  return count === null || count > 0xffffn ? null : Number(count)
}

/** Reads the hash that owners of a Safe signed. */
export function hashOf(log: ChainLog): Hex {
  return safeExecutionLogOf(log).safeTxHash
}
