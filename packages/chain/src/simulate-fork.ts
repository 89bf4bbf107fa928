import { BaseError, type Hex } from '@vaultwright/base'
import { z } from 'zod'
import { bytes, parseAnswer, printQuantity, quantity, word } from './answer.ts'
import { bulkAnswersIn, bulkCallOf, readerOverrides } from './bulk-read.ts'
import { callTrace, haltOf } from './call-trace.ts'
import type { Chain } from './chain.ts'
import type { Execution } from './execution.ts'
import { overrideCalls, overridesAfter, replaceStorages } from './fork-override.ts'
import type { Fork, ForkPool } from './fork-pool.ts'
import { readGasPrice } from './gas-price.ts'
import { type Case, closeCase, openCase } from './judge.ts'
import type { Reading } from './measurement.ts'
import type { ReadAnswer } from './read-calls.ts'
import type { Rpc, RpcAnswer, RpcCall } from './rpc.ts'
import { rawLogs } from './simulated-log.ts'
import type { Simulation, SimulationRequest, StateOverrides } from './simulation.ts'
import {
  blockOf,
  printBlockOverrides,
  printOverrides,
  printTransaction,
  simulatedBlockOf,
  spelled,
  vaultIn,
  vaultSelector,
} from './simulation-plan.ts'
import { stateDiff } from './state-diff.ts'

const receipt = z.object({
  transactionHash: word,
  status: quantity,
  gasUsed: quantity,
  logs: rawLogs,
})

type Seen = {
  readonly one: Case
  readonly before: readonly ReadAnswer[]
  readonly after: readonly ReadAnswer[]
}

/**
 * Simulates a transaction by mining it on a fork of the chain, and undoing it.
 *
 * @param chain - the chain.
 * @param pool - forks of it.
 * @param request - the transaction.
 * @returns what it would do.
 * @throws {ForkDiedError} when the fork dies meanwhile; ask again.
 * @throws {RpcRefusedError} when the fork does not take the transaction.
 */
export async function simulateOnFork(
  chain: Chain,
  pool: ForkPool,
  request: SimulationRequest,
): Promise<Simulation> {
  const asked = spelled(request)
  const block = await blockOf(chain, asked)
  const [gasPrice, { seen, engineVersion }] = await Promise.all([
    readGasPrice(chain.rpc, block),
    pool.run({ chainId: chain.id, block }, async (fork) => ({
      seen: await runOn(fork, asked),
      engineVersion: fork.version,
    })),
  ])
  const { one, before, after } = seen
  return closeCase(one, { engine: 'fork', engineVersion, block, gasPrice, before, after })
}

async function runOn(fork: Fork, asked: SimulationRequest): Promise<Seen> {
  const { rpc, block } = fork
  const next = simulatedBlockOf(asked, block)
  const overrides = asked.overrides ?? {}
  const snapshotCall = { method: 'evm_snapshot', params: [] }
  // What the next block is like is no part of the state: it may travel with the snapshot.
  const blockCalls = [
    { method: 'anvil_setNextBlockBaseFeePerGas', params: ['0x0'] },
    { method: 'evm_setNextBlockTimestamp', params: [printQuantity(next.timestamp)] },
  ]
  const asks = asked.vault === undefined ? [vaultCallOf(asked)] : []
  const isPlain = Object.keys(overrides).length === 0
  const first = await rpc.ask([snapshotCall, ...blockCalls, ...(isPlain ? asks : [])])
  const id = parseAnswer(z.string(), snapshotCall, first[0])
  for (const [index, call] of blockCalls.entries()) parseAnswer(z.null(), call, first[index + 1])
  const answers = isPlain ? first : await override(fork, asked, asks)
  const vault = asked.vault === undefined ? vaultIn(readIn(answers.at(-1))) : asked.vault
  const execution = await mine(rpc, printTransaction(asked))
  const one = openCase(asked, vault, execution)
  const after = overridesAfter(overrides, execution.diff ?? new Map())
  const answersAfter = await readAll(rpc, one.readings, { overrides: after, block: null })
  const revertCall = { method: 'evm_revert', params: [id] }
  const [undone] = await rpc.ask([revertCall])
  if (!parseAnswer(z.boolean(), revertCall, undone)) throw new ForkNotUndoneError()
  const env = printBlockOverrides(next)
  const answersBefore = await readAll(rpc, one.readings, { overrides, block: env })
  return { one, before: answersBefore, after: answersAfter }
}

/** Gives the fork what the request overrides, then asks. */
async function override(
  fork: Fork,
  asked: SimulationRequest,
  asks: readonly RpcCall[],
): Promise<readonly RpcAnswer[]> {
  const overrides = asked.overrides ?? {}
  await replaceStorages(fork.rpc, overrides, traceCallOf(printTransaction(asked), asked, fork))
  const calls = overrideCalls(overrides)
  const answers = await fork.rpc.ask(calls)
  for (const [index, call] of calls.entries()) parseAnswer(z.unknown(), call, answers[index])
  return fork.rpc.ask(asks)
}

function vaultCallOf(asked: SimulationRequest): RpcCall {
  return { method: 'eth_call', params: [{ to: asked.to, data: vaultSelector }, 'latest'] }
}

/** Mines the transaction and reads what it did. */
async function mine(rpc: Rpc, transaction: Readonly<Record<string, string>>): Promise<Execution> {
  const sendCall = { method: 'eth_sendTransactionSync', params: [transaction] }
  const [sent] = await rpc.ask([sendCall])
  const mined = parseAnswer(receipt, sendCall, sent)
  const tracing = (options: object): RpcCall => ({
    method: 'debug_traceTransaction',
    params: [mined.transactionHash, options],
  })
  const traceCall = tracing({ tracer: 'callTracer' })
  const diffCall = tracing({ tracer: 'prestateTracer', tracerConfig: { diffMode: true } })
  const [traced, changed] = await rpc.ask([traceCall, diffCall])
  const trace = parseAnswer(callTrace, traceCall, traced)
  return {
    isSuccess: mined.status === 1n,
    returnData: trace.output,
    halt: haltOf(trace),
    gasUsed: mined.gasUsed,
    logs: mined.logs,
    trace,
    diff: parseAnswer(stateDiff, diffCall, changed),
    nativeMoves: [],
    touched: [],
  }
}

async function readAll(
  rpc: Rpc,
  readings: readonly Reading[],
  at: {
    readonly overrides: StateOverrides
    readonly block: Readonly<Record<string, string>> | null
  },
): Promise<readonly ReadAnswer[]> {
  if (readings.length === 0) return []
  const state = { ...printOverrides(at.overrides), ...readerOverrides }
  const rest = at.block === null ? [state] : [state, at.block]
  const call = { method: 'eth_call', params: [bulkCallOf(readings), 'latest', ...rest] }
  const [answer] = await rpc.ask([call])
  return bulkAnswersIn(readings, parseAnswer(bytes, call, answer))
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

function readIn(answer: RpcAnswer | undefined): ReadAnswer | undefined {
  if (answer === undefined || !answer.ok) return undefined
  const data: Hex | undefined = bytes.safeParse(answer.value).data
  return data === undefined ? undefined : { ok: true, data }
}

/** A fork did not go back to what it was; it is given up. */
export class ForkNotUndoneError extends BaseError {
  override readonly code = 'fork_not_undone'

  constructor() {
    super({
      message: 'The fork did not undo the transaction. Ask again: the pool starts a new one.',
      retryable: true,
    })
  }
}
