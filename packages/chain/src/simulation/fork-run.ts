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
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { rawLogs } from '../trace/raw-log.ts'
import { readStateDiff } from '../trace/state-diff.ts'
import { type ForkAroundCalls, forkAroundCallsOf, forkAroundIn } from './fork-around.ts'
import { overrideCalls, replaceStorages } from './fork-override.ts'
import { diffOptions, traceCall } from './node-question.ts'
import { printOverrides, printTransaction } from './simulation-plan.ts'
import type { StateAround } from './state-around.ts'

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
  /** A trace with its logs; null when the fork has what the transaction uses. */
  readonly traced: RpcAnswer | null
}

/** What will probably be read of a mined transaction. */
export type ForkExpectation = {
  /** Around it, in order; empty where that is not known. */
  readonly list: readonly StateRead[]
  readonly needsDiff: boolean
}

/** What is read around a transaction that is expected to need it, and what was read before it. */
type ExpectedAround = Pick<ForkExpectation, 'list'> & {
  readonly calls: ForkAroundCalls
  readonly earlier: RpcAnswer | undefined
}

type MinedTransaction = Pick<ForkExpectation, 'needsDiff'> & {
  readonly hash: Hex
  readonly around: ExpectedAround | null
}

/** What a mined transaction did. */
export type MinedRun = {
  readonly execution: Execution
  /** What was expected to be read around it. */
  readonly around: () => Pick<StateAround, 'before' | 'after'>
  readonly diff: () => Promise<StateDiff>
}

/** Has a fork take the transaction, and fetch meanwhile what it will use. */
export async function sendTransaction(
  fork: Fork,
  asked: SimulationRequest,
): Promise<SentTransaction> {
  const sendCall = { method: 'eth_sendTransaction', params: [printTransaction(asked)] }
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const warmCall = traceCall(asked, fork.block, { tag: 'latest', options })
  const isPlain = Object.keys(asked.overrides ?? {}).length === 0
  const [traced, named, early] = await Promise.all([
    fork.remember(warmCall),
    readVaultNamed(fork, asked),
    isPlain ? fork.rpc.ask([sendCall]) : null,
  ])
  if (!isPlain) await override(fork, asked)
  const [sent] = early ?? (await fork.rpc.ask([sendCall]))
  return { traced, named, hash: parseAnswer(readWord, sendCall, sent) }
}

/**
 * Mines what was sent: after it and not with it, since a batch goes on while Anvil waits for its node.
 *
 * Meanwhile the state before it is read. Not later: Anvil stands still for ever when it traces a transaction
 * while it fetches state of an older block.
 *
 * @returns the questions around the transaction and the first answer; null where nothing is expected.
 */
export async function mineTransaction(
  fork: Fork,
  asked: SimulationRequest,
  { list }: Pick<ForkExpectation, 'list'>,
): Promise<ExpectedAround | null> {
  const { timestamp } = simulatedBlockOf(asked, fork.block)
  const mineCall = { method: 'evm_mine', params: [printQuantity(timestamp)] }
  const calls = list.length === 0 ? null : forkAroundCallsOf(fork, asked, { list, diff: null })
  const [earlier, [done]] = await Promise.all([
    calls === null ? undefined : fork.recall(calls.earlier),
    fork.change([mineCall]),
  ])
  parseAnswer(readAnything, mineCall, done)
  return calls === null ? null : { list, calls, earlier }
}

/** Reads what the transaction did, and in the same round trip what will probably be wanted next. */
export async function readMinedRun(
  fork: Fork,
  asked: SimulationRequest,
  { hash, around, needsDiff }: MinedTransaction,
): Promise<MinedRun> {
  const receiptCall = { method: 'eth_getTransactionReceipt', params: [hash] }
  const tracedCall = tracedCallOf(hash, { tracer: 'callTracer' })
  const diffCall = tracedCallOf(hash, diffOptions)
  if (around !== null) fork.replay(around.calls.again)
  const [receipt, traced, ...more] = await fork.rpc.ask([
    receiptCall,
    tracedCall,
    ...(around === null ? [] : [around.calls.later]),
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
    around: () =>
      around === null
        ? { before: [], after: [] }
        : forkAroundIn(around.list, around.calls, { earlier: around.earlier, later: more[0] }),
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
  await fork.change([])
  const options = { tracer: 'prestateTracer' }
  const touchedCall = traceCall(asked, fork.block, { tag: 'latest', options })
  await replaceStorages(fork.rpc, overrides, touchedCall)
  const calls = overrideCalls(overrides)
  if (calls.length === 0) return
  const answers = await fork.rpc.ask(calls)
  for (const [index, call] of calls.entries()) parseAnswer(readAnything, call, answers[index])
}

function tracedCallOf(hash: Hex, options: object): RpcCall {
  return { method: 'debug_traceTransaction', params: [hash, options] }
}

function ethCallResultIn(answer: RpcAnswer | undefined): EthCallResult | undefined {
  if (answer === undefined || !answer.ok) return undefined
  const read = readBytes(answer.value)
  return read.ok ? { ok: true, data: read.value } : undefined
}
