import type { Hex } from '@vaultwright/base'
import {
  type Chain,
  measureExecution,
  readExecution,
  readExecutions,
  readSafeAccount,
  type SafeExecutionLog,
} from '@vaultwright/chain'
import {
  type BlockTag,
  type ComparedExecution,
  compareExecution,
  type FollowOutcome,
  followReadsOf,
  type SafeExecuted,
  type Statement,
} from '@vaultwright/outcome'

/** The end of a transaction of a Safe, as far as the chain has it. */
export type Followed = Omit<ComparedExecution, 'outcome'> & {
  /** `replaced`: another hash took the nonce. `pending`: nothing did. */
  readonly outcome: FollowOutcome | 'replaced' | 'pending'
  /** The execution; null where there is none. */
  readonly execution: Pick<SafeExecuted, 'transactionHash' | 'block' | 'basis' | 'isDirect'> | null
  /** The hash that took the nonce; null where the logs do not tell. */
  readonly replacedBy: Hex | null
}

/**
 * Follows a transaction of a Safe from its statement to its execution. No service is asked.
 *
 * @param tag - the last block that is read: a final one, for an outcome that stays.
 * @throws {ReorgError} when the chain changes while it is read.
 */
export async function followExecution(
  chain: Chain,
  statement: Statement,
  tag: BlockTag,
): Promise<Followed> {
  const { safe, nonce, safeTxHash } = statement
  const head = await chain.readBlock(tag)
  const account = await readSafeAccount(chain, safe, head)
  const nothing = { differences: [], moves: [], approvals: [], execution: null, replacedBy: null }
  const range = { fromBlock: statement.block, toBlock: head }
  const logs = await readExecutions(chain, safe, range)
  const log = logs.find((each) => each.safeTxHash === safeTxHash)
  if (log === undefined) {
    if (account.nonce <= nonce) return { ...nothing, outcome: 'pending' }
    // Each execution uses one nonce: the one that took this is counted from the last.
    const taker = logs.at(Number(nonce - account.nonce))
    return { ...nothing, outcome: 'replaced', replacedBy: taker?.safeTxHash ?? null }
  }
  return { ...(await followLog(chain, statement, log)), replacedBy: null }
}

/** An execution beside its statement. */
export type FollowedLog = ComparedExecution & { readonly execution: Followed['execution'] }

/**
 * Compares the execution that a log tells of with its statement.
 *
 * @throws {ReorgError} when the chain changes while it is read.
 */
export async function followLog(
  chain: Chain,
  statement: Statement,
  log: SafeExecutionLog,
): Promise<FollowedLog> {
  const { safe, nonce, version } = statement
  const executed = await readExecution(chain, log, { safe, chainId: chain.id, version, nonce })
  const reads = followReadsOf(statement, executed)
  const compared = compareExecution(statement, await measureExecution(chain, executed, reads))
  const { transactionHash, block, basis, isDirect } = executed
  return { ...compared, execution: { transactionHash, block, basis, isDirect } }
}
