import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
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
import Type from 'typebox'
import type { Chain } from '../port/chain.ts'
import { ReorgError } from '../read/block.ts'
import { account, nullable, nullish, parseAnswer, readAnything, word } from '../rpc/answer.ts'
import { HistoryPrunedError, RpcRefusedError } from '../rpc/refusal.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { rawLogs } from '../trace/raw-log.ts'
import { readTraceLogs } from '../trace/trace-log.ts'

/** A log in which a Safe tells that it executed a transaction. */
export type SafeExecutionLog = {
  readonly safeTxHash: Hex
  readonly isSuccess: boolean
  readonly transactionHash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** `ExecutionSuccess` and `ExecutionFailure`. */
const successTopic: Hex = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const failureTopic: Hex = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

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
  const topics = [[successTopic, failureTopic]]
  const logs = await chain.readLogs({ addresses: [safe], topics, fromBlock, toBlock })
  return logs.map(({ topics: [topic, indexed], data, ...place }) => ({
    safeTxHash: indexed ?? (data.slice(0, 66) as Hex),
    isSuccess: topic === successTopic,
    transactionHash: place.transactionHash,
    blockNumber: place.blockNumber,
    blockHash: place.blockHash,
  }))
}

/** The Safe of an execution, and the nonce that its hash has. */
export type ExecutionAccount = SafeAccount & { readonly nonce: bigint }

const receipt = Type.Object({
  transactionHash: word,
  blockHash: word,
  to: nullish(account),
  logs: rawLogs,
})
const readReceipt = readerOf(nullable(receipt))

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
  const { safeTxHash, isSuccess, transactionHash, blockNumber, blockHash } = log
  const call = { method: 'eth_getTransactionReceipt', params: [transactionHash] }
  const [answer] = await chain.rpc.ask([call])
  const receiptRow = parseAnswer(readReceipt, call, answer)
  const block = await chain.readBlock(blockHash)
  if (
    receiptRow === null ||
    receiptRow.blockHash !== blockHash ||
    receiptRow.transactionHash !== transactionHash
  ) {
    throw new ReorgError({ number: blockNumber, hash: blockHash }, receiptRow?.blockHash ?? null)
  }
  const isDirect = receiptRow.to != null && isSameAddress(receiptRow.to, safeAccount.safe)
  const common = { safeTxHash, isSuccess, transactionHash, block, isDirect }
  const receiptLogs = receiptRow.logs
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
  { rpc }: Pick<Chain, 'rpc'>,
  { transactionHash, safeTxHash }: SafeExecutionLog,
  safeAccount: ExecutionAccount,
): Promise<ExecutionTrace | null> {
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const call = { method: 'debug_traceTransaction', params: [transactionHash, tracer] }
  try {
    const [answer] = await rpc.ask([call])
    const root = parseAnswer(readCallTrace, call, answer)
    const paths = framePathsOf(root, (frame) => isExecutionOf(frame, safeTxHash, safeAccount))
    const [path, ...further] = paths
    if (path === undefined || further.length > 0) return null
    const raw = frameAt(parseAnswer(readAnything, call, answer) as RawFrame, path)
    const value = settledOf(raw)
    const frame = parseAnswer(readCallTrace, call, { ok: true, value })
    const logs = parseAnswer(readTraceLogs, call, { ok: true, value })
    return { logs, native: nativeMovesOf(frame), transactionNative: nativeMovesOf(root) }
  } catch (error) {
    const isRefusal = error instanceof RpcRefusedError && error.refusal !== 'busy'
    if (isRefusal || error instanceof HistoryPrunedError) return null
    throw error
  }
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

/** Lists the paths of frames that took effect and that a rule picks. */
function framePathsOf(
  frame: CallFrame,
  isPicked: (frame: CallFrame) => boolean,
): readonly (readonly number[])[] {
  if (frame.error !== null) return []
  const inner = frame.calls.flatMap((call, index) =>
    framePathsOf(call, isPicked).map((path) => [index, ...path]),
  )
  return isPicked(frame) ? [[], ...inner] : inner
}

type RawFrame = { readonly calls?: readonly RawFrame[] | null; readonly error?: unknown }

function frameAt(root: RawFrame, path: readonly number[]): RawFrame {
  return path.reduce((frame, index) => frame.calls![index]!, root)
}

/** The frame without calls that failed: some nodes keep the logs of these. */
function settledOf(frame: RawFrame): RawFrame {
  const calls = (frame.calls ?? []).filter(({ error }) => error == null)
  return { ...frame, calls: calls.map(settledOf) }
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
  return { ...execution, measured: stateReadValuesOf([...tokens, ...coins], before, after) }
}
