import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { BlockRef, RawLog } from '@vaultwright/outcome'
import { managerTopics } from '@vaultwright/registry'
import type { Chain } from '../port/chain.ts'
import type { ChainLog } from '../read/log.ts'
import { readTransactions } from '../read/transaction.ts'
import { moduleActTopics, safeExecutionTopics } from '../safe/safe-execution.ts'
import { readTransactionReceipt } from '../trace/receipt.ts'
import { readTransactionTrace } from '../trace/transaction-trace.ts'
import { shownRunsOf } from './shown-run.ts'
import { tracedRunsOf } from './traced-run.ts'
import { isRunLog, type VaultRun } from './vault-run.ts'

/** The Manager of a vault, and the strategists whose own transactions are read since a block of each. */
export type VaultActors = {
  readonly manager: Address
  readonly strategists: readonly { readonly address: Address; readonly sinceBlock: bigint }[]
}

/** The logs by which one transaction tells that something was executed for a vault, in their order. */
export type VaultLogs = readonly [ChainLog, ...ChainLog[]]

/** A transaction in which something was executed for a vault. */
export type VaultTransaction = {
  readonly transactionHash: Hex
  readonly block: BlockRef
  /** `receipt`: the node gives no trace, or one that contradicts the logs. */
  readonly basis: 'trace' | 'receipt'
  readonly receiptLogs: readonly RawLog[]
  readonly runs: readonly VaultRun[]
}

/**
 * Reads the logs of everything that was executed for a vault: each run of its Manager, by whom it may be, and each
 * transaction of a strategist that is a Safe, and each act of its modules.
 *
 * @returns one list a transaction, in the order of the chain.
 */
export async function readVaultLogs(
  chain: Pick<Chain, 'readLogs'>,
  { manager, strategists }: VaultActors,
  { fromBlock, toBlock }: { readonly fromBlock: bigint; readonly toBlock: BlockRef },
): Promise<readonly VaultLogs[]> {
  const addresses = [manager, ...strategists.map(({ address }) => address)]
  const topics = [[managerTopics.BoringVaultManaged, ...safeExecutionTopics, ...moduleActTopics]]
  const logs = await chain.readLogs({ addresses, topics, fromBlock, toBlock })
  const byTransaction = new Map<Hex, [ChainLog, ...ChainLog[]]>()
  for (const log of logs) {
    const isFollowed =
      isRunLog(log, manager) ||
      (log.topics[0] !== managerTopics.BoringVaultManaged &&
        strategists.some(({ address, sinceBlock }) => {
          return isSameAddress(address, log.address) && log.blockNumber >= sinceBlock
        }))
    if (!isFollowed) continue
    const list = byTransaction.get(log.transactionHash)
    if (list === undefined) byTransaction.set(log.transactionHash, [log])
    else list.push(log)
  }
  return [...byTransaction.values()]
}

/**
 * Reads what a transaction executed for a vault: by its trace, or, without one, as far as its calldata shows it.
 *
 * @param logs - all that `readVaultLogs` gives of it.
 * @throws {ReorgError} when its block is no longer the one of the logs.
 */
export async function readVaultTransaction(
  chain: Pick<Chain, 'rpc' | 'readBlock'>,
  logs: VaultLogs,
  manager: Address,
): Promise<VaultTransaction> {
  const [ref] = logs
  const [receipt, trace] = await Promise.all([
    readTransactionReceipt(chain, ref),
    readTransactionTrace(chain, ref.transactionHash),
  ])
  const { transactionHash } = ref
  const ofTopics = (topics: readonly Hex[]) =>
    logs.filter((log) => topics.some((topic) => topic === log.topics[0]))
  const parts = {
    manager,
    receipt,
    runLogs: logs.filter((log) => isRunLog(log, manager)),
    safeLogs: ofTopics(safeExecutionTopics),
    moduleLogs: ofTopics(moduleActTopics),
  }
  const traced = trace === null ? null : tracedRunsOf(trace, parts)
  const common = { transactionHash, block: receipt.block, receiptLogs: receipt.logs }
  if (traced !== null) return { ...common, basis: 'trace', runs: inOrder(traced) }
  const [transaction] = await readTransactions(chain.rpc, [transactionHash])
  return { ...common, basis: 'receipt', runs: inOrder(shownRunsOf(transaction!, parts)) }
}

function inOrder(runs: readonly VaultRun[]): readonly VaultRun[] {
  return runs.toSorted((one, other) => one.logIndex - other.logIndex)
}
