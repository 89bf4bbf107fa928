import { type Address, BaseError, isSameAddress, zeroAddress } from '@vaultwright/base'
import { readerOf, type SchemaReader } from '@vaultwright/document'
import {
  type BlockRef,
  bulkAnswersIn,
  bulkCallOf,
  type CallFrame,
  decodeLogs,
  type EthCallResult,
  type Execution,
  finishAnalysis,
  haltOf,
  isUnchanged,
  type NativeMove,
  type RawLog,
  readerOverrides,
  type Simulation,
  type SimulationRequest,
  type StateDiff,
  type StateRead,
  simulatedBlockOf,
  startAnalysis,
  vaultIn,
  vaultSelector,
  withChecksums,
  withStateDiff,
} from '@vaultwright/outcome'
import { managerTopics, nativeAsset } from '@vaultwright/registry'
import Type from 'typebox'
import type { Chain } from '../port/chain.ts'
import { openPinnedAsk, type PinnedAsk } from '../read/pinned-ask.ts'
import { account, parseAnswer, printQuantity, readBytes, readText } from '../rpc/answer.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { readStateDiff } from '../trace/state-diff.ts'
import { readGasPrice } from './gas-price.ts'
import { readSimulatedBlocks, revertDataOf, type SimulatedCall } from './simulated-call.ts'
import {
  blockOf,
  printBlockOverrides,
  printOverrides,
  printTransaction,
} from './simulation-plan.ts'

const readAccessList = readerOf(
  Type.Object({ accessList: Type.Array(Type.Object({ address: account })) }),
)

/** Printed parameters of calls. */
type RpcTransaction = Readonly<Record<string, string>>

/** Balances cost a few thousand gas each, behind proxies a few times that. */
const readGasOf = (list: readonly StateRead[]) => 1_000_000n + 100_000n * BigInt(list.length)

/**
 * Simulates a transaction on the node, by `eth_simulateV1` and, where the node has them, its traces.
 *
 * Balances are read in the same simulated block right before and right after the transaction, so
 * that nothing but the transaction, not even time, lies between.
 *
 * @throws {RpcRefusedError} when the node cannot simulate it.
 * @throws {UnsteadySimulationError} when the same transaction does different things.
 */
export async function simulateOnNode(
  chain: Chain,
  request: SimulationRequest,
): Promise<Simulation> {
  const asked = withChecksums(request)
  const block = await blockOf(chain, asked)
  const pinned = openPinnedAsk(chain.rpc)
  const transaction = printTransaction(asked)
  const [first, engineVersion, gasPrice] = await Promise.all([
    pinned(block, (tag) => firstCalls(asked, block, tag)),
    nodeName(chain.rpc),
    readGasPrice(chain.rpc, block),
  ])
  await nextRound()
  const [run, traced, named] = first
  const [result] = parseAnswer(readSimulatedBlocks, simulateCall(asked, block, [transaction]), run)
  if (result === undefined) throw new UnsteadySimulationError('the node ran nothing')
  const trace = parseIfAnswered(readCallTrace, traced)
  if (trace !== null && (trace.error === null) !== (result.status === 1n)) {
    throw new UnsteadySimulationError('its trace ends otherwise than the simulation')
  }
  const diff = trace === null ? await readDiff(pinned, block, asked) : null
  const isBlind = trace === null && diff === null
  const touched = isBlind ? await readTouched(pinned, block, transaction) : []
  const execution = executionOf(result, { trace, diff, touched })
  const namedVault = vaultIn(ethCallResultIn(named))
  const isHidden = namedVault === null && asked.vault === undefined && trace === null
  const vault = isHidden ? await readVaultBehind(pinned, block, execution) : namedVault
  await nextRound()
  const one = startAnalysis(asked, vault, execution)
  const { before, after, again } = await readAround(pinned, block, { asked, list: one.readings })
  if (again !== null && !isSameRun(result, again)) {
    throw new UnsteadySimulationError('its outcome depends on calls before it')
  }
  const isOpen = trace !== null && isUnchanged(one, before, after)
  const whole = isOpen ? withStateDiff(one, await readDiff(pinned, block, asked)) : one
  await nextRound()
  return finishAnalysis(whole, { engine: 'node', engineVersion, block, gasPrice, before, after })
}

/** A large batch is taken apart in pieces: other work of the process goes between them. */
function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function firstCalls(asked: SimulationRequest, block: BlockRef, tag: unknown): readonly RpcCall[] {
  const vaultCall = { to: asked.to, data: vaultSelector }
  return [
    simulateCall(asked, block, [printTransaction(asked)], tag),
    traceCall(asked, block, { tag, options: { tracer: 'callTracer' } }),
    ...(asked.vault === undefined ? [{ method: 'eth_call', params: [vaultCall, tag] }] : []),
  ]
}

function traceCall(
  asked: SimulationRequest,
  block: BlockRef,
  { tag, options }: { readonly tag: unknown; readonly options: object },
): RpcCall {
  const settings = {
    ...options,
    stateOverrides: printOverrides(asked.overrides ?? {}),
    blockOverrides: printBlockOverrides(simulatedBlockOf(asked, block)),
  }
  return { method: 'debug_traceCall', params: [printTransaction(asked), tag, settings] }
}

async function readDiff(
  pinned: PinnedAsk,
  block: BlockRef,
  asked: SimulationRequest,
): Promise<StateDiff | null> {
  const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
  const [answer] = await pinned(block, (tag) => [traceCall(asked, block, { tag, options })])
  return parseIfAnswered(readStateDiff, answer)
}

// biome-ignore lint/complexity/useMaxParams: the tag is what a pinned question is asked with
function simulateCall(
  asked: SimulationRequest,
  block: BlockRef,
  calls: readonly RpcTransaction[],
  tag: unknown = null,
): RpcCall {
  const one = {
    blockOverrides: printBlockOverrides(simulatedBlockOf(asked, block)),
    stateOverrides: { ...printOverrides(asked.overrides ?? {}), ...readerOverrides },
    calls,
  }
  const payload = { blockStateCalls: [one], traceTransfers: true, validation: false }
  return { method: 'eth_simulateV1', params: [payload, tag] }
}

/** Runs the transaction once more between the readings. */
async function readAround(
  pinned: PinnedAsk,
  block: BlockRef,
  what: { readonly asked: SimulationRequest; readonly list: readonly StateRead[] },
) {
  const { asked, list } = what
  if (list.length === 0) return { before: [], after: [], again: null }
  const read = { from: zeroAddress, ...bulkCallOf(list), gas: printQuantity(readGasOf(list)) }
  const calls = [read, printTransaction(asked), read]
  const [answer] = await pinned(block, (tag) => [simulateCall(asked, block, calls, tag)])
  const [before, again, after] = parseAnswer(
    readSimulatedBlocks,
    simulateCall(asked, block, calls),
    answer,
  )
  if (before === undefined || again === undefined || after === undefined) {
    throw new UnsteadySimulationError('the node ran fewer calls than it was asked for')
  }
  const answersIn = ({ returnData }: SimulatedCall) => bulkAnswersIn(list, returnData)
  return { before: answersIn(before), after: answersIn(after), again }
}

/** Without traces, a Manager that is called by a multisig shows by its log. */
async function readVaultBehind(
  pinned: PinnedAsk,
  block: BlockRef,
  { logs }: Execution,
): Promise<Address | null> {
  const log = logs.find(({ topics }) => topics[0] === managerTopics.BoringVaultManaged)
  if (log === undefined) return null
  const call = { to: log.address, data: vaultSelector }
  const [answer] = await pinned(block, (tag) => [{ method: 'eth_call', params: [call, tag] }])
  return vaultIn(ethCallResultIn(answer))
}

async function nodeName(rpc: Rpc): Promise<string> {
  const [answer] = await rpc.ask([{ method: 'web3_clientVersion', params: [] }])
  const read = readText(answer?.ok === true ? answer.value : null)
  return read.ok ? read.value : 'unknown'
}

/** Without traces, an access list still tells whom the transaction touches. */
async function readTouched(
  pinned: PinnedAsk,
  block: BlockRef,
  transaction: RpcTransaction,
): Promise<readonly Address[]> {
  const [answer] = await pinned(block, (tag) => [
    { method: 'eth_createAccessList', params: [transaction, tag] },
  ])
  return parseIfAnswered(readAccessList, answer)?.accessList.map(({ address }) => address) ?? []
}

/** What a node tells, when it does: traces are asked for, not relied on. */
function parseIfAnswered<Value>(
  read: SchemaReader<Value>,
  answer: RpcAnswer | undefined,
): Value | null {
  if (answer === undefined || !answer.ok) return null
  const parsed = read(answer.value)
  return parsed.ok ? parsed.value : null
}

function executionOf(
  result: SimulatedCall,
  traces: {
    readonly trace: CallFrame | null
    readonly diff: StateDiff | null
    readonly touched: readonly Address[]
  },
): Execution {
  const all = result.logs ?? []
  const isCoin = ({ address }: RawLog) => isSameAddress(address, nativeAsset)
  const isSuccess = result.status === 1n
  const nodeMessage = result.error?.message ?? null
  const spoken = nodeMessage === null || /revert/i.test(nodeMessage) ? null : nodeMessage
  return {
    isSuccess,
    returnData: isSuccess ? result.returnData : revertDataOf(result),
    halt: isSuccess ? null : traces.trace === null ? spoken : haltOf(traces.trace),
    gasUsed: result.gasUsed,
    logs: all.filter((log) => !isCoin(log)),
    nativeMoves: coinMovesOf(all.filter(isCoin)),
    ...traces,
  }
}

function coinMovesOf(logs: readonly RawLog[]): readonly NativeMove[] {
  return decodeLogs(logs).flatMap(({ decoded }) => {
    if (decoded?.name !== 'Transfer') return []
    const { from, to, value } = decoded.arguments as { from: Address; to: Address; value: bigint }
    return [{ from, to, amount: value }]
  })
}

function ethCallResultIn(answer: RpcAnswer | undefined): EthCallResult | undefined {
  if (answer === undefined || !answer.ok) return undefined
  const read = readBytes(answer.value)
  return read.ok ? { ok: true, data: read.value } : undefined
}

function isSameRun(one: SimulatedCall, other: SimulatedCall): boolean {
  const textOf = ({ status, returnData, logs }: SimulatedCall) =>
    JSON.stringify([String(status), returnData, logs ?? []])
  return textOf(one) === textOf(other)
}

/** The same transaction on the same block did different things. */
export class UnsteadySimulationError extends BaseError {
  override readonly code = 'unsteady_simulation'
  override readonly kind = 'conflict'

  constructor(why: string) {
    super({
      message: `The transaction did not do the same thing twice on the same block: ${why}. Do not sign it on the strength of a simulation.`,
      facts: { why },
    })
  }
}
