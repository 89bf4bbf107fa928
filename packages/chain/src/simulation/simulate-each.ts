import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { ManagerRevert } from '@vaultwright/manager'
import {
  accrualsOf,
  allowanceRead,
  type BlockRef,
  balanceChangeOf,
  balanceRead,
  bulkAnswersIn,
  bulkCallOf,
  decodeLogs,
  decodeRevert,
  type RawLog,
  readerOverrides,
  simulatedBlockOf,
  stateReadValuesOf,
  type Transfer,
  transfersOf,
} from '@vaultwright/outcome'
import { nativeAsset } from '@vaultwright/registry'
import type { ForkPool } from '../fork/fork-pool.ts'
import type { Chain } from '../port/chain.ts'
import { openPinnedAsk } from '../read/pinned-ask.ts'
import { parseAnswer, printQuantity } from '../rpc/answer.ts'
import { refusalErrorOf, refusalKind } from '../rpc/refusal.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { UnsteadySimulationError } from './simulate-node.ts'
import {
  haltWordsOf,
  readSimulatedBlocks,
  revertDataOf,
  type SimulatedCall,
} from './simulated-call.ts'
import { printBlockOverrides, printTransaction } from './simulation-plan.ts'

/** A transaction of a run. */
export type RunTransaction = { readonly from: Address; readonly to: Address; readonly data: Hex }

/** A number that is read before, between and after the transactions of a run. */
export type RunRead =
  /** The native coin is 0xEeee…EEeE. */
  | { readonly kind: 'balance'; readonly token: Address; readonly holder: Address }
  | {
      readonly kind: 'allowance'
      readonly token: Address
      readonly owner: Address
      readonly spender: Address
    }

/** Transactions that run one after the other on a block's state, and what is read around them. */
export type SimulatedRun = {
  readonly transactions: readonly RunTransaction[]
  readonly reads: readonly RunRead[]
}

/** The result of a run's transaction. */
type TransactionRun = {
  readonly isSuccess: boolean
  readonly gasUsed: bigint
  /** Null of a success. */
  readonly revert: ManagerRevert | null
  /** The node's own words of a failure without revert data; null otherwise. */
  readonly halt: string | null
  /** As its logs tell it, and the native coin. */
  readonly transfers: readonly Transfer[]
  /** By token and holder of the balances that were read: whether the logs add up to what changed. */
  readonly isReconciled: (token: Address, holder: Address) => boolean
}

/** The result of a run. */
export type RunResult = {
  /** As many as were asked; a failed one stops nothing. */
  readonly transactions: readonly TransactionRun[]
  /** One list before each transaction and one after the last, in the order of the reads; null where nothing answers. */
  readonly readings: readonly (readonly (bigint | null)[])[]
}

/** The engines of a run: the node, or a fork of its chain where the node cannot. */
export type RunEngines = { readonly chain: Chain; readonly forks: ForkPool | null }

/** The results of simulations, and their engine. */
type RunResults = {
  readonly engine: 'node' | 'fork'
  readonly runs: readonly RunResult[]
}

/** Balances cost a few thousand gas each, behind proxies a few times that. */
const readGasOf = (count: number) => 1_000_000n + 100_000n * BigInt(count)

/**
 * Simulates many runs, each on the state of the same block: none meets what another did.
 *
 * All travel in one round trip as separate questions, since entries of one question build on each other.
 * Where the node does not know `eth_simulateV1`, a fork of the chain at the block is asked.
 *
 * @param block - pinned by its hash.
 * @throws {RpcRefusedError} when neither the node nor a fork can simulate.
 * @throws {ReorgError} when the block is no longer part of the chain.
 * @throws {UnsteadySimulationError} when the node ran fewer calls than it was asked for.
 */
export async function simulateEach(
  { chain, forks }: RunEngines,
  block: BlockRef,
  runs: readonly SimulatedRun[],
): Promise<RunResults> {
  if (runs.length === 0) return { engine: 'node', runs: [] }
  const questions = (tag: unknown) => runs.map((run) => questionOf(run, block, tag))
  const answers = await openPinnedAsk(chain.rpc)(block, questions)
  if (!answers.some(isUnable)) return { engine: 'node', runs: resultsOf(runs, answers) }
  if (forks === null) throw refusalOf(answers)
  const tag = printQuantity(block.number)
  const forked = await forks.run({ chainId: chain.id, block }, (fork) =>
    fork.rpc.ask(questions(tag)),
  )
  return { engine: 'fork', runs: resultsOf(runs, forked) }
}

function questionOf(run: SimulatedRun, block: BlockRef, tag: unknown): RpcCall {
  const next = simulatedBlockOf({ from: zeroAddress, to: zeroAddress, data: '0x' }, block)
  const transaction = {
    blockOverrides: printBlockOverrides(next),
    stateOverrides: readerOverrides,
    calls: callsOf(run),
  }
  const payload = { blockStateCalls: [transaction], traceTransfers: true, validation: false }
  return { method: 'eth_simulateV1', params: [payload, tag] }
}

function callsOf({ transactions, reads }: SimulatedRun): readonly object[] {
  const readCall = {
    from: zeroAddress,
    ...bulkCallOf(reads.map(readOf)),
    gas: printQuantity(readGasOf(reads.length)),
  }
  return [readCall, ...transactions.flatMap((one) => [printTransaction(one), readCall])]
}

function readOf(read: RunRead) {
  return read.kind === 'balance'
    ? balanceRead(read.token, read.holder)
    : allowanceRead(read.token, read.owner, read.spender)
}

function resultsOf(
  runs: readonly SimulatedRun[],
  answers: readonly RpcAnswer[],
): readonly RunResult[] {
  return runs.map((run, index) => resultOf(run, answers[index]))
}

function resultOf(run: SimulatedRun, answer: RpcAnswer | undefined): RunResult {
  const question: RpcCall = { method: 'eth_simulateV1', params: [] }
  const results = parseAnswer(readSimulatedBlocks, question, answer)
  if (results.length !== 2 * run.transactions.length + 1) {
    throw new UnsteadySimulationError('the node ran fewer calls than it was asked for')
  }
  const reads = run.reads.map(readOf)
  const answered = results
    .filter((_, index) => index % 2 === 0)
    .map(({ returnData }) => bulkAnswersIn(reads, returnData))
  const transactions = run.transactions.map((_, index) => {
    const result = results[2 * index + 1]!
    const measurement = stateReadValuesOf(reads, answered[index]!, answered[index + 1]!)
    return transactionOf(result, measurement)
  })
  const readings = answered.map((list) =>
    list.map((one) => (one.ok && one.data.length === 66 ? BigInt(one.data) : null)),
  )
  return { transactions, readings }
}

function transactionOf(
  result: SimulatedCall,
  measurement: ReturnType<typeof stateReadValuesOf>,
): TransactionRun {
  const isSuccess = result.status === 1n
  const all = result.logs ?? []
  const isCoin = ({ address }: RawLog) => isSameAddress(address, nativeAsset)
  const logs = decodeLogs(all.filter((log) => !isCoin(log)))
  const moves = decodeLogs(all.filter(isCoin)).flatMap(({ decoded }) => {
    if (decoded?.name !== 'Transfer') return []
    const { from, to, value } = decoded.arguments as { from: Address; to: Address; value: bigint }
    return [{ from, to, amount: value }]
  })
  const transfers = transfersOf(logs, moves)
  const input = { measurement, transfers, accruals: accrualsOf(logs) }
  const revert = isSuccess ? null : decodeRevert(revertDataOf(result))
  return {
    isSuccess,
    gasUsed: result.gasUsed,
    revert,
    halt: haltWordsOf(result),
    transfers,
    isReconciled: (token, holder) => balanceChangeOf(token, holder, input)?.isReconciled ?? false,
  }
}

/** A node that does not know the method refuses it as a whole, whatever runs. */
function isUnable(answer: RpcAnswer): boolean {
  if (answer.ok) return false
  const kind = refusalKind('eth_simulateV1', answer.error)
  return kind === 'unsupported' || kind === 'invalid' || kind === 'other'
}

function refusalOf(answers: readonly RpcAnswer[]): Error {
  const refused = answers.find(isUnable)
  if (refused?.ok !== false) throw new TypeError('No answer is a refusal.')
  return refusalErrorOf('eth_simulateV1', refused.error)
}
