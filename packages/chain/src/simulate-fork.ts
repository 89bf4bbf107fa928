import { BaseError, type Hex } from '@vaultwright/base'
import { z } from 'zod'
import { bytes, parseAnswer, printQuantity, quantity, word } from './answer.ts'
import { callTrace, haltOf } from './call-trace.ts'
import type { Chain } from './chain.ts'
import type { Execution } from './execution.ts'
import { overrideCalls, overridesAfter, replaceStorages } from './fork-override.ts'
import type { Fork, ForkPool } from './fork-pool.ts'
import { gasPriceCall, parseGasPrice } from './gas-price.ts'
import { type Case, closeCase, openCase } from './judge.ts'
import { coinReaderAddress, coinReaderCode, type Reading, readerAddress } from './measurement.ts'
import type { ReadAnswer } from './read-calls.ts'
import { RpcRefusedError, refusalKind } from './refusal.ts'
import type { Rpc, RpcAnswer, RpcCall } from './rpc.ts'
import { rawLogs } from './simulated-log.ts'
import type { Simulation, SimulationRequest, StateOverrides } from './simulation.ts'
import {
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
  const block = await chain.readBlock(asked.block ?? 'latest')
  const fees = gasPriceCall(block)
  const [[told], { seen, engineVersion }] = await Promise.all([
    chain.rpc.ask([fees]),
    pool.run({ chainId: chain.id, block }, async (fork) => ({
      seen: await runOn(fork, asked),
      engineVersion: fork.version,
    })),
  ])
  const gasPrice = parseGasPrice(fees, told, block)
  const { one, before, after } = seen
  return closeCase(one, { engine: 'fork', engineVersion, block, gasPrice, before, after })
}

async function runOn(fork: Fork, asked: SimulationRequest): Promise<Seen> {
  const { rpc, block } = fork
  const next = simulatedBlockOf(asked, block)
  const overrides = asked.overrides ?? {}
  const transaction = printTransaction(asked)
  const snapshotCall = { method: 'evm_snapshot', params: [] }
  const [snapshot] = await rpc.ask([snapshotCall])
  const id = parseAnswer(z.string(), snapshotCall, snapshot)
  const trace = traceCallOf(transaction, asked, fork)
  await replaceStorages(rpc, overrides, trace)
  const settings = [
    { method: 'anvil_setNextBlockBaseFeePerGas', params: ['0x0'] },
    { method: 'evm_setNextBlockTimestamp', params: [printQuantity(next.timestamp)] },
    ...overrideCalls(overrides),
  ]
  const vaultCall = { to: asked.to, data: vaultSelector }
  const answers = await rpc.ask([
    ...settings,
    { method: 'eth_call', params: [vaultCall, 'latest'] },
  ])
  for (const [index, call] of settings.entries()) parseAnswer(z.unknown(), call, answers[index])
  const vault = asked.vault === undefined ? vaultIn(readIn(answers.at(-1))) : asked.vault
  const execution = await mine(rpc, transaction)
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
  const state = { ...printOverrides(at.overrides), [coinReaderAddress]: { code: coinReaderCode } }
  const calls = readings.map(({ to, data }): RpcCall => {
    const rest = at.block === null ? [state] : [state, at.block]
    return { method: 'eth_call', params: [{ from: readerAddress, to, data }, 'latest', ...rest] }
  })
  const answers = await rpc.ask(calls)
  return answers.map((answer, index) => {
    if (answer.ok) return { ok: true, data: parseAnswer(bytes, calls[index]!, answer) }
    if (refusalKind('eth_call', answer.error) === 'revert') {
      return { ok: false, data: answer.error.data ?? '0x' }
    }
    throw new RpcRefusedError('eth_call', answer.error)
  })
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
