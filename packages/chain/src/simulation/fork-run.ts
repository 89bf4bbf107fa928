import type { Address, Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import {
  type EthCallResult,
  type Execution,
  haltOf,
  type SimulationRequest,
  type StateDiff,
  type StateRead,
  simulatedBlockOf,
  vaultIn,
  vaultSelector,
} from '@vaultwright/outcome'
import Type from 'typebox'
import { ForkNotUndoneError } from '../fork/fork.ts'
import type { Fork } from '../fork/fork-pool.ts'
import {
  parseAnswer,
  printQuantity,
  quantity,
  readAnything,
  readBytes,
  readWord,
} from '../rpc/answer.ts'
import { isRecorded } from '../rpc/recording.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { rawLogs } from '../trace/raw-log.ts'
import { readStateDiff } from '../trace/state-diff.ts'
import { earlierCallOf, keepReads, laterCallOf, readsInBlock } from './fork-around.ts'
import { overrideCalls, replaceStorages } from './fork-override.ts'
import { diffOptions, traceCall } from './node-question.ts'
import { printOverrides, printTransaction } from './simulation-plan.ts'
import { creationCallOf, unminedCallOf, unminedReadsIn } from './unmined-read.ts'

const readReceipt = readerOf(
  Type.Object({
    status: quantity,
    blockNumber: quantity,
    gasUsed: quantity,
    logs: rawLogs,
  }),
)

/** A transaction that a fork has taken, and what is known of it before it is mined. */
export type SentTransaction = {
  readonly hash: Hex
  /** The vault that the first target names, where the request does not say. */
  readonly named: Address | null
  /** A trace with its logs; undefined in a recording, which has none. */
  readonly traced: RpcAnswer | undefined
  /** The guessed read before it. */
  readonly earlier: RpcAnswer | undefined
  /** The address of what the sender would create next, before it; undefined where its nonce is overridden, or answers are recorded. */
  readonly created: RpcAnswer | undefined
}

/** The expected reads of a mined transaction. */
export type ForkExpectation = {
  /** After it, in order; empty where that is not known. */
  readonly list: readonly StateRead[]
  readonly needsDiff: boolean
}

/** The result of a mined transaction. */
export type MinedRun = {
  readonly execution: Execution
  /** The expected read after it. */
  readonly later: RpcAnswer | undefined
  readonly diff: () => Promise<StateDiff>
}

/**
 * Has a fork take the transaction, and meanwhile fetch what it will use.
 *
 * @param guessed - what will probably be read before it; a guess costs no round trip.
 */
export async function sendTransaction(
  fork: Fork,
  asked: SimulationRequest,
  guessed: readonly StateRead[],
): Promise<SentTransaction> {
  const sendCall = { method: 'eth_sendTransaction', params: [printTransaction(asked)] }
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const warmCall = traceCall(asked, fork.block, { tag: 'latest', options })
  const isPlain = Object.keys(asked.overrides ?? {}).length === 0
  // A recording has no traces, so that it does not tell what will be read.
  const isEarlyUnknown = asked.overrides?.[asked.from]?.nonce !== undefined || isRecorded(fork.rpc)
  const [traced, named, created, earlier, early] = await Promise.all([
    fork.remember(warmCall),
    readVaultNamed(fork, asked),
    isEarlyUnknown ? undefined : fork.recall(creationCallOf(fork, asked)),
    guessed.length === 0 ? undefined : fork.recall(earlierCallOf(fork, asked, guessed)),
    isPlain ? fork.rpc.ask([sendCall]) : null,
  ])
  if (!isPlain) await override(fork, asked)
  const [sent] = early ?? (await fork.rpc.ask([sendCall]))
  return { traced, named, created, earlier, hash: parseAnswer(readWord, sendCall, sent) }
}

/**
 * Mines what was sent: after it and not with it, since a batch goes on while Anvil waits for its node.
 *
 * @param list - what is to be read before it, and was not guessed.
 * @returns what was read before it; null when it was not, or not in time.
 */
export async function mineTransaction(
  fork: Fork,
  asked: SimulationRequest,
  { list, created }: { readonly list: readonly StateRead[] } & Pick<SentTransaction, 'created'>,
): Promise<readonly EthCallResult[] | null> {
  const { timestamp } = simulatedBlockOf(asked, fork.block)
  const mineCall = { method: 'evm_mine', params: [printQuantity(timestamp)] }
  const isRead = created !== undefined && list.length > 0 && list.length <= readsInBlock
  const readCalls = isRead ? [unminedCallOf(fork, asked, list)] : []
  const answers = await fork.change([...readCalls, mineCall])
  parseAnswer(readAnything, mineCall, answers.at(-1))
  return isRead ? unminedReadsIn(list, created, answers[0]) : null
}

/**
 * Reads what the transaction did, and in the same round trip what will probably be wanted next.
 *
 * Nothing of an older block is read with it: Anvil may stand still for ever when it traces a transaction while
 * it fetches state of an older block.
 */
export async function readMinedRun(
  fork: Fork,
  asked: SimulationRequest,
  { hash, expected }: { readonly hash: Hex; readonly expected: ForkExpectation },
): Promise<MinedRun> {
  const { list, needsDiff } = expected
  const receiptCall = { method: 'eth_getTransactionReceipt', params: [hash] }
  const tracedCall = tracedCallOf(hash, { tracer: 'callTracer' })
  const diffCall = tracedCallOf(hash, diffOptions)
  const isRead = list.length > 0
  if (isRead) keepReads(fork, list)
  const [receipt, traced, ...more] = await fork.rpc.ask([
    receiptCall,
    tracedCall,
    ...(isRead ? [laterCallOf(asked, list, null)] : []),
    ...(needsDiff ? [diffCall] : []),
  ])
  const mined = parseAnswer(readReceipt, receiptCall, receipt)
  if (mined.blockNumber !== simulatedBlockOf(asked, fork.block).number) {
    throw new ForkNotUndoneError()
  }
  const trace = parseAnswer(readCallTrace, tracedCall, traced)
  return {
    execution: {
      isSuccess: mined.status === 1n,
      returnData: trace.output,
      halt: haltOf(trace),
      gasUsed: mined.gasUsed,
      logs: mined.logs,
      trace,
      diff: null,
      nativeMoves: [],
      touched: [],
    },
    later: isRead ? more[0] : undefined,
    diff: async () => {
      const [answer] = needsDiff ? more.slice(-1) : await fork.rpc.ask([diffCall])
      return parseAnswer(readStateDiff, diffCall, answer)
    },
  }
}

async function readVaultNamed(fork: Fork, asked: SimulationRequest): Promise<Address | null> {
  if (asked.vault !== undefined) return null
  const question = { to: asked.to, data: vaultSelector }
  const state = printOverrides(asked.overrides ?? {})
  const params = [question, printQuantity(fork.block.number), state]
  return vaultIn(ethCallResultIn(await fork.recall({ method: 'eth_call', params })))
}

/** Gives the fork what the request overrides, after what it goes back to. */
async function override(fork: Fork, asked: SimulationRequest): Promise<void> {
  const overrides = asked.overrides ?? {}
  const calls = overrideCalls(overrides)
  if (Object.values(overrides).some(({ state }) => state !== undefined)) {
    await fork.change([])
    const options = { tracer: 'prestateTracer' }
    const touchedCall = traceCall(asked, fork.block, { tag: 'latest', options })
    await replaceStorages(fork.rpc, overrides, touchedCall)
  }
  const answers = await fork.change(calls)
  for (const [index, call] of calls.entries()) parseAnswer(readAnything, call, answers[index])
}

function tracedCallOf(hash: Hex, options: object): RpcCall {
  return { method: 'debug_traceTransaction', params: [hash, options] }
}

function ethCallResultIn(answer: RpcAnswer | undefined): EthCallResult | undefined {
  if (answer === undefined || !answer.ok) return undefined
  const bytes = readBytes(answer.value)
  return bytes.ok ? { ok: true, data: bytes.value } : undefined
}
