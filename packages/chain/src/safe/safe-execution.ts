import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type BlockRef,
  type CallFrame,
  type FollowReads,
  type MeasuredExecution,
  nativeMovesOf,
  type RawLog,
  type SafeExecuted,
  stateReadValuesOf,
} from '@vaultwright/outcome'
import { nativeAsset } from '@vaultwright/registry'
import { readSafeExecution, type SafeAccount, safeTransactionHashOf } from '@vaultwright/safe'
import type { Chain } from '../port/chain.ts'
import type { ChainLog } from '../read/log.ts'
import { isDirectTo, readTransactionReceipt } from '../trace/receipt.ts'
import { framePathsOf, readTransactionTrace } from '../trace/transaction-trace.ts'

/** A log in which a Safe tells that it executed a transaction. */
export type SafeExecutionLog = {
  readonly safeTxHash: Hex
  readonly isSuccess: boolean
  readonly transactionHash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** `ExecutionSuccess` and `ExecutionFailure`. */
export const safeExecutionTopics: readonly Hex[] = [
  '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
]

/** `ExecutionFromModuleSuccess` and `ExecutionFromModuleFailure`: no owner signed what they tell of. */
export const moduleActTopics: readonly Hex[] = [
  '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8',
  '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375',
]

/**
 * Reads every execution of a Safe in a range of blocks, in order.
 *
 * The hash is in the data up to 1.3.0 and a topic from 1.4.1 on, so a filter by the hash would miss the older ones.
 */
export async function readExecutions(
  chain: Pick<Chain, 'readLogs'>,
  safe: Address,
  { fromBlock, toBlock }: { readonly fromBlock: bigint; readonly toBlock: BlockRef },
): Promise<readonly SafeExecutionLog[]> {
  const topics = [safeExecutionTopics]
  const logs = await chain.readLogs({ addresses: [safe], topics, fromBlock, toBlock })
  return logs.map(safeExecutionLogOf)
}

/** Reads a log of one of `safeExecutionTopics`. */
export function safeExecutionLogOf({ topics, data, ...place }: ChainLog): SafeExecutionLog {
  const [topic, indexed] = topics
  return {
    safeTxHash: indexed ?? (data.slice(0, 66) as Hex),
    isSuccess: topic === safeExecutionTopics[0],
    transactionHash: place.transactionHash,
    blockNumber: place.blockNumber,
    blockHash: place.blockHash,
  }
}

/** The Safe of an execution, and the nonce that its hash has. */
export type ExecutionAccount = SafeAccount & { readonly nonce: bigint }

/**
 * Reads what a transaction of a Safe did: the frame of its execution, found by hashing its arguments again, and the
 * whole transaction around it.
 *
 * @throws {ReorgError} when the block is no longer the one of the log.
 */
export async function readExecution(
  chain: Chain,
  log: SafeExecutionLog,
  safeAccount: ExecutionAccount,
): Promise<SafeExecuted> {
  const { safeTxHash, isSuccess, transactionHash } = log
  const receipt = await readTransactionReceipt(chain, log)
  const isDirect = isDirectTo(receipt, safeAccount.safe)
  const common = { safeTxHash, isSuccess, transactionHash, block: receipt.block, isDirect }
  const receiptLogs = receipt.logs
  const trace = await traceOf(chain, log, safeAccount)
  if (trace === null) {
    const unknown = { native: null, transactionNative: null }
    return { ...common, basis: 'receipt', logs: receiptLogs, receiptLogs, ...unknown }
  }
  return { ...common, basis: 'trace', receiptLogs, ...trace }
}

type ExecutionTrace = {
  readonly logs: readonly RawLog[]
  readonly native: ReturnType<typeof nativeMovesOf>
  readonly transactionNative: ReturnType<typeof nativeMovesOf>
}

/** Finds the one frame of the execution; null where the node has no tracer, or it is not found once. */
async function traceOf(
  chain: Pick<Chain, 'rpc'>,
  { transactionHash, safeTxHash }: SafeExecutionLog,
  safeAccount: ExecutionAccount,
): Promise<ExecutionTrace | null> {
  const trace = await readTransactionTrace(chain, transactionHash)
  if (trace === null) return null
  const { root, frameAt, logsAt } = trace
  const paths = framePathsOf(root, (frame) => isExecutionOf(frame, safeTxHash, safeAccount))
  const [path, ...further] = paths
  if (path === undefined || further.length > 0) return null
  const native = nativeMovesOf(frameAt(path))
  return { logs: logsAt(path), native, transactionNative: nativeMovesOf(root) }
}

function isExecutionOf(frame: CallFrame, hash: Hex, safeAccount: ExecutionAccount): boolean {
  const { to, type, input } = frame
  if (to === null || type !== 'CALL' || !isSameAddress(to, safeAccount.safe)) return false
  try {
    const { signatures: _, ...terms } = readSafeExecution(input).execution
    const transaction = { ...terms, nonce: safeAccount.nonce }
    return safeTransactionHashOf(transaction, safeAccount) === hash
  } catch (error) {
    if (error instanceof BaseError) return false
    throw error
  }
}

/** Reads balances in the block before and in the block of an execution, and approvals after it. */
export async function measureExecution(
  chain: Chain,
  execution: SafeExecuted,
  { balances, approvals }: FollowReads,
): Promise<MeasuredExecution> {
  const { block } = execution
  const parent = await chain.readBlock(block.number - 1n)
  const isCoin = ({ key }: FollowReads['balances'][number]) =>
    key.startsWith(`balance ${nativeAsset} `)
  const tokens = [...balances.filter((read) => !isCoin(read)), ...approvals]
  const coins = balances.filter(isCoin)
  const holders = coins.map(({ key }) => key.split(' ')[2] as Address)
  const values = async (at: BlockRef) => {
    const answers = await chain.readCalls(tokens, at)
    const wei = await chain.readNativeBalances(holders, at)
    const words = wei.map((amount) => {
      return { ok: true, data: `0x${amount.toString(16).padStart(64, '0')}` as Hex }
    })
    return [...answers, ...words]
  }
  const [before, after] = [await values(parent), await values(block)]
  const measured = stateReadValuesOf([...tokens, ...coins], before, after)
  return { ...execution, measured, seconds: block.timestamp - parent.timestamp }
}
