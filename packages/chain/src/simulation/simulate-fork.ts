import type { Address, Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import {
  type BlockRef,
  bulkAnswersIn,
  bulkCallOf,
  type EthCallResult,
  type Execution,
  finishAnalysis,
  haltOf,
  isUnchanged,
  readerOverrides,
  type Simulation,
  type SimulationAnalysis,
  type SimulationRequest,
  type StateDiff,
  type StateOverrides,
  simulatedBlockOf,
  startAnalysis,
  vaultIn,
  vaultSelector,
  withChecksums,
  withStateDiff,
} from '@vaultwright/outcome'
import Type from 'typebox'
import { ForkNotUndoneError } from '../fork/fork.ts'
import type { Fork, ForkPool } from '../fork/fork-pool.ts'
import type { Chain } from '../port/chain.ts'
import {
  parseAnswer,
  printQuantity,
  quantity,
  readAnything,
  readBytes,
  readWord,
} from '../rpc/answer.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { rawLogs } from '../trace/raw-log.ts'
import { readStateDiff } from '../trace/state-diff.ts'
import { overrideCalls, overridesAfter, replaceStorages } from './fork-override.ts'
import { readGasPrice } from './gas-price.ts'
import {
  blockOf,
  printBlockOverrides,
  printOverrides,
  printTransaction,
} from './simulation-plan.ts'

const readReceipt = readerOf(
  Type.Object({
    status: quantity,
    blockNumber: quantity,
    gasUsed: quantity,
    logs: rawLogs,
  }),
)

type ForkRun = {
  readonly one: SimulationAnalysis
  readonly before: readonly EthCallResult[]
  readonly after: readonly EthCallResult[]
}

/**
 * Simulates a transaction by mining it on a fork of the chain, and undoing it.
 *
 * @throws {ForkDiedError} when the fork dies meanwhile; ask again.
 * @throws {UnmeasuredError} when balances cannot be read.
 * @throws {RpcRefusedError} when the fork does not take the transaction.
 */
export async function simulateOnFork(
  chain: Chain,
  pool: ForkPool,
  request: SimulationRequest,
): Promise<Simulation> {
  const asked = withChecksums(request)
  const block = await blockOf(chain, asked)
  const [gasPrice, { seen, engineVersion }] = await Promise.all([
    readGasPrice(chain.rpc, block),
    pool.run({ chainId: chain.id, block }, async (fork) => ({
      seen: await runOn(fork, asked),
      engineVersion: fork.version,
    })),
  ])
  const { one, before, after } = seen
  return finishAnalysis(one, { engine: 'fork', engineVersion, block, gasPrice, before, after })
}

async function runOn(fork: Fork, asked: SimulationRequest): Promise<ForkRun> {
  const { rpc, block } = fork
  const overrides = asked.overrides ?? {}
  const state = printOverrides(overrides)
  await fork.remember({ method: 'eth_call', params: [printTransaction(asked), 'latest', state] })
  await prepare(fork, asked)
  const named = await vaultNamed(fork, asked)
  const { execution, hash } = await mine(rpc, asked, block)
  const isReplaced = Object.values(overrides).some(({ state }) => state !== undefined)
  const diff = isReplaced ? await readDiff(rpc, hash) : null
  const one = startAnalysis(asked, named, { ...execution, diff })
  const { before, after } = await readAround(fork, asked, one)
  if (!isUnchanged(one, before, after)) return { one, before, after }
  return { one: withStateDiff(one, await readDiff(rpc, hash)), before, after }
}

/** Reads the state before and after the transaction, both at the time of the block that it is in. */
async function readAround(fork: Fork, asked: SimulationRequest, one: SimulationAnalysis) {
  const { rpc, block } = fork
  if (one.readings.length === 0) return { before: [], after: [] }
  const { diff } = one.execution
  const overrides = asked.overrides ?? {}
  const next = simulatedBlockOf(asked, block)
  const changed = printOverrides(overridesAfter(overrides, diff ?? new Map()))
  const call = bulkCallOf(one.readings)
  const earlier = readCall(
    [call, printQuantity(block.number)],
    [overrides, printBlockOverrides(next)],
  )
  const later = { method: 'eth_call', params: [call, 'latest', { ...changed, ...readerOverrides }] }
  fork.replay({ method: 'eth_call', params: [call, 'latest', readerOverrides] })
  const [earlierAnswer, [laterAnswer]] = await Promise.all([fork.recall(earlier), rpc.ask([later])])
  return {
    before: bulkAnswersIn(one.readings, parseAnswer(readBytes, earlier, earlierAnswer)),
    after: bulkAnswersIn(one.readings, parseAnswer(readBytes, later, laterAnswer)),
  }
}

/** Gives the fork what the request overrides. */
async function prepare(fork: Fork, asked: SimulationRequest): Promise<void> {
  const overrides = asked.overrides ?? {}
  await replaceStorages(fork.rpc, overrides, traceCallOf(printTransaction(asked), asked, fork))
  const calls = overrideCalls(overrides)
  if (calls.length === 0) return
  const answers = await fork.rpc.ask(calls)
  for (const [index, call] of calls.entries()) parseAnswer(readAnything, call, answers[index])
}

function readCall(
  [call, tag]: readonly [object, string],
  [overrides, block]: readonly [StateOverrides, object],
): RpcCall {
  const state = { ...printOverrides(overrides), ...readerOverrides }
  return { method: 'eth_call', params: [call, tag, state, block] }
}

type MinedTransaction = { readonly execution: Execution; readonly hash: Hex }

/** The vault that the first target names, where the request does not say. */
async function vaultNamed(fork: Fork, asked: SimulationRequest): Promise<Address | null> {
  if (asked.vault !== undefined) return null
  const { block } = fork
  const question = { to: asked.to, data: vaultSelector }
  const state = printOverrides(asked.overrides ?? {})
  const params = [question, printQuantity(block.number), state]
  return vaultIn(ethCallResultIn(await fork.recall({ method: 'eth_call', params })))
}

/** Mines the transaction and reads what it did. */
async function mine(
  rpc: Rpc,
  asked: SimulationRequest,
  block: BlockRef,
): Promise<MinedTransaction> {
  const next = simulatedBlockOf(asked, block)
  const sendCall = { method: 'eth_sendTransaction', params: [printTransaction(asked)] }
  const mineCall = { method: 'evm_mine', params: [printQuantity(next.timestamp)] }
  // One after the other, each alone: a batch goes on while Anvil waits for its node.
  const [sent] = await rpc.ask([sendCall])
  const hash = parseAnswer(readWord, sendCall, sent)
  const [done] = await rpc.ask([mineCall])
  parseAnswer(readAnything, mineCall, done)
  const receiptCall = { method: 'eth_getTransactionReceipt', params: [hash] }
  const traceCall = traceTransactionCall(hash, { tracer: 'callTracer' })
  const [receipt, traced] = await rpc.ask([receiptCall, traceCall])
  const mined = parseAnswer(readReceipt, receiptCall, receipt)
  if (mined.blockNumber !== next.number) throw new ForkNotUndoneError()
  const trace = parseAnswer(readCallTrace, traceCall, traced)
  const execution = {
    isSuccess: mined.status === 1n,
    returnData: trace.output,
    halt: haltOf(trace),
    gasUsed: mined.gasUsed,
    logs: mined.logs,
    trace,
    diff: null,
    nativeMoves: [],
    touched: [],
  }
  return { execution, hash }
}

async function readDiff(rpc: Rpc, hash: Hex): Promise<StateDiff> {
  const call = traceTransactionCall(hash, {
    tracer: 'prestateTracer',
    tracerConfig: { diffMode: true },
  })
  const [answer] = await rpc.ask([call])
  return parseAnswer(readStateDiff, call, answer)
}

function traceTransactionCall(hash: Hex, options: object): RpcCall {
  return { method: 'debug_traceTransaction', params: [hash, options] }
}

function traceCallOf(
  transaction: Readonly<Record<string, string>>,
  asked: SimulationRequest,
  { block }: Fork,
): RpcCall {
  const settings = {
    tracer: 'prestateTracer',
    stateOverrides: printOverrides(asked.overrides ?? {}),
    blockOverrides: printBlockOverrides(simulatedBlockOf(asked, block)),
  }
  return { method: 'debug_traceCall', params: [transaction, 'latest', settings] }
}

function ethCallResultIn(answer: RpcAnswer | undefined): EthCallResult | undefined {
  if (answer === undefined || !answer.ok) return undefined
  const read = readBytes(answer.value)
  return read.ok ? { ok: true, data: read.value } : undefined
}
